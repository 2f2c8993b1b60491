package dev.grpctuning.load;

import java.util.List;
import java.util.Map;

import net.devh.boot.grpc.client.channelfactory.GrpcChannelConfigurer;
import net.devh.boot.grpc.client.config.GrpcChannelsProperties;
import net.devh.boot.grpc.client.interceptor.GlobalClientInterceptorRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

import dev.grpctuning.load.engine.stub.StubChannelsFactory;
import dev.grpctuning.load.experiment.ChannelsFactory;
import dev.grpctuning.load.target.HelloTarget;

/**
 * Starts the load client, does what the first argument says, and ends.
 */
@SpringBootApplication
@EnableConfigurationProperties({ LoadProperties.class, ExperimentProperties.class })
public class LoadClientApplication {

	/**
	 * System property by which lab says where it has built the service.
	 */
	private static final String SERVICE_JAR = "lab.service-jar";

	public static void main(String[] args) {
		SpringApplication application = new SpringApplication(LoadClientApplication.class);
		String serviceJar = System.getProperty(SERVICE_JAR);
		if (serviceJar != null) {
			application.setDefaultProperties(Map.of("experiment.server.jar", serviceJar));
		}
		application.setRegisterShutdownHook(false);
		System.exit(SpringApplication.exit(application.run(args)));
	}

	@Bean
	ChannelsFactory channelsFactory(GrpcChannelsProperties properties, GlobalClientInterceptorRegistry interceptors,
			ObjectProvider<GrpcChannelConfigurer> configurers) {
		List<GrpcChannelConfigurer> all = configurers.orderedStream().toList();
		StubChannelsFactory stubs = new StubChannelsFactory(properties, interceptors, all);
		return (address, plan, timeout) -> stubs.open(address, plan, HelloTarget.sayHello(), timeout);
	}

}
