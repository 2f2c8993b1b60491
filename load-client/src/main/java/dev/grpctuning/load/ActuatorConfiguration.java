package dev.grpctuning.load;

import net.devh.boot.grpc.client.autoconfigure.GrpcClientHealthAutoConfiguration;
import net.devh.boot.grpc.client.autoconfigure.GrpcClientMetricAutoConfiguration;
import net.devh.boot.grpc.client.autoconfigure.GrpcClientMicrometerTraceAutoConfiguration;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * What only {@code drive} and {@code serve} have: Spring Boot's web server and actuator.
 * The interceptors of net.devh would count and time each call a second time.
 */
@Configuration(proxyBeanMethods = false)
@Profile(ActuatorConfiguration.PROFILES)
@EnableAutoConfiguration(exclude = { GrpcClientMetricAutoConfiguration.class, GrpcClientHealthAutoConfiguration.class,
		GrpcClientMicrometerTraceAutoConfiguration.class })
class ActuatorConfiguration {

	static final String PROFILES = DriveCommand.NAME + " | " + ServeCommand.NAME;

	@Bean
	@Profile(DriveCommand.NAME)
	DriveHealth loadHealthIndicator(LoadProperties properties) {
		return new DriveHealth(properties.target());
	}

	@Bean
	LoadEndpoint loadEndpoint(ConfigurableEnvironment environment, BeanFactory beans) {
		return new LoadEndpoint(environment, beans);
	}

}
