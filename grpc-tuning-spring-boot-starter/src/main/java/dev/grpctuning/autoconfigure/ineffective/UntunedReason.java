package dev.grpctuning.autoconfigure.ineffective;

import org.springframework.boot.SpringBootVersion;
import org.springframework.context.ApplicationContext;
import org.springframework.util.ClassUtils;

/** Why an application has no server that can be tuned, and what to do. */
final class UntunedReason {

	private UntunedReason() {
	}

	static String of(ApplicationContext context) {
		if (!isPresent(context, "io.grpc.netty.NettyServerBuilder")) {
			return "the class path has no grpc-netty; add io.grpc:grpc-netty";
		}
		if (!isPresent(context, "io.netty.channel.IoHandlerFactory")) {
			return "it needs Netty 4.2, and Spring Boot %s has an older one; use Spring Boot 4"
				.formatted(SpringBootVersion.getVersion());
		}
		if (!isPresent(context, "org.springframework.boot.grpc.server.autoconfigure.GrpcServerFactoryCustomizer")
				&& !isPresent(context, "net.devh.boot.grpc.server.serverfactory.GrpcServerConfigurer")) {
			return "the class path has neither the gRPC server of Spring Boot 4 nor net.devh's; add one of them";
		}
		if (hasBean(context, "org.springframework.boot.grpc.server.GrpcServletRegistration")
				|| context.containsBean("grpcServlet")) {
			return "the servlet container serves the calls; set spring.grpc.server.servlet.enabled=false";
		}
		if (hasBean(context, "org.springframework.grpc.server.ShadedNettyGrpcServerFactory")
				|| hasBean(context, "net.devh.boot.grpc.server.serverfactory.ShadedNettyGrpcServerFactory")) {
			return "the server runs on the shaded Netty; exclude io.grpc:grpc-netty-shaded and use io.grpc:grpc-netty";
		}
		return "the application has started no gRPC server on Netty; declare a service, and do not turn its server off";
	}

	private static boolean hasBean(ApplicationContext context, String type) {
		return isPresent(context, type) && context
			.getBeanNamesForType(ClassUtils.resolveClassName(type, context.getClassLoader()), true, false).length > 0;
	}

	private static boolean isPresent(ApplicationContext context, String type) {
		return ClassUtils.isPresent(type, context.getClassLoader());
	}

}
