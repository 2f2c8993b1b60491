package dev.grpctuning.autoconfigure.netdevh;

import java.util.concurrent.atomic.AtomicInteger;

import io.grpc.ServerInterceptor;
import net.devh.boot.grpc.server.autoconfigure.GrpcServerAutoConfiguration;
import net.devh.boot.grpc.server.interceptor.GlobalServerInterceptorRegistry;
import net.devh.boot.grpc.server.scope.GrpcRequestScope;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import dev.grpctuning.autoconfigure.GrpcTuningAutoConfiguration;

import static org.assertj.core.api.Assertions.assertThat;

class RequestScopeTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(GrpcServerAutoConfiguration.class, GrpcTuningAutoConfiguration.class,
				NetDevhServerAutoConfiguration.class))
		.withPropertyValues("grpc.server.port=0");

	@Test
	void whenNoBeanHasTheRequestScopeThenCallsDoNotPassIt() {
		this.runner.run((context) -> assertThat(interceptors(context.getBean(GlobalServerInterceptorRegistry.class)))
			.noneMatch(GrpcRequestScope.class::isInstance));
	}

	@Test
	void whenABeanHasTheRequestScopeThenCallsPassIt() {
		this.runner
			.withBean(AtomicInteger.class, AtomicInteger::new,
					(bean) -> bean.setScope(GrpcRequestScope.GRPC_REQUEST_SCOPE_NAME))
			.run((context) -> assertThat(interceptors(context.getBean(GlobalServerInterceptorRegistry.class)))
				.hasAtLeastOneElementOfType(GrpcRequestScope.class));
	}

	private static Iterable<ServerInterceptor> interceptors(GlobalServerInterceptorRegistry registry) {
		return registry.getServerInterceptors();
	}

}
