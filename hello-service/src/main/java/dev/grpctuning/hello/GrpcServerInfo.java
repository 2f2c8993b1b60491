package dev.grpctuning.hello;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import io.grpc.BindableService;
import io.grpc.MethodDescriptor;
import io.grpc.ServiceDescriptor;
import net.devh.boot.grpc.server.config.GrpcServerProperties;
import org.springframework.boot.actuate.info.Info;
import org.springframework.boot.actuate.info.InfoContributor;
import org.springframework.stereotype.Component;

/** Adds the port and the services of the gRPC server to the endpoint {@code info}. */
@Component
record GrpcServerInfo(GrpcServerProperties properties, List<BindableService> services) implements InfoContributor {

	@Override
	public void contribute(Info.Builder builder) {
		builder.withDetail("grpc.server",
				Map.of("port", this.properties.getPort(), "services",
						this.services.stream()
							.map((service) -> service.bindService().getServiceDescriptor())
							.collect(Collectors.toMap(ServiceDescriptor::getName, GrpcServerInfo::methods))));
	}

	private static List<String> methods(ServiceDescriptor service) {
		return service.getMethods().stream().map(MethodDescriptor::getBareMethodName).sorted().toList();
	}

}
