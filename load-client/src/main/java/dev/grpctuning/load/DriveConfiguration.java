package dev.grpctuning.load;

import net.devh.boot.grpc.client.autoconfigure.GrpcClientHealthAutoConfiguration;
import net.devh.boot.grpc.client.autoconfigure.GrpcClientMetricAutoConfiguration;
import net.devh.boot.grpc.client.autoconfigure.GrpcClientMicrometerTraceAutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;

/**
 * What only {@code drive} has: Spring Boot's web server and actuator. The interceptors of
 * net.devh would count and time each call a second time.
 */
@Configuration(proxyBeanMethods = false)
@Profile(DriveCommand.NAME)
@EnableAutoConfiguration(exclude = { GrpcClientMetricAutoConfiguration.class, GrpcClientHealthAutoConfiguration.class,
		GrpcClientMicrometerTraceAutoConfiguration.class })
class DriveConfiguration {

	@Bean
	DriveHealth loadHealthIndicator(LoadProperties properties) {
		return new DriveHealth(properties.target());
	}

}
