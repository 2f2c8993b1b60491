package dev.grpctuning.load;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

import net.devh.boot.grpc.client.autoconfigure.GrpcClientAutoConfiguration;
import net.devh.boot.grpc.client.channelfactory.GrpcChannelConfigurer;
import net.devh.boot.grpc.client.config.GrpcChannelsProperties;
import net.devh.boot.grpc.client.interceptor.GlobalClientInterceptorRegistry;
import net.devh.boot.grpc.common.autoconfigure.GrpcCommonCodecAutoConfiguration;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.DefaultApplicationArguments;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;

import dev.grpctuning.failure.UsageException;
import dev.grpctuning.load.engine.BrokenRunException;
import dev.grpctuning.load.engine.LoadPlan;
import dev.grpctuning.load.engine.raw.RawChannelsFactory;
import dev.grpctuning.load.engine.stub.StubChannelsFactory;
import dev.grpctuning.load.experiment.ChannelsFactory;
import dev.grpctuning.load.target.CallTarget;
import dev.grpctuning.load.target.CallTargets;
import dev.grpctuning.load.target.InvalidCallException;
import dev.grpctuning.load.target.ServerReflection;
import dev.grpctuning.load.target.TargetAddress;
import dev.grpctuning.load.target.TargetUnreachableException;

/**
 * Starts the load client, does what the first argument says, and ends. All of Spring
 * Boot's auto-configuration is only there for {@code drive} and {@code serve}: the other
 * commands are to start fast.
 */
@SpringBootConfiguration
@ComponentScan
@ImportAutoConfiguration({ GrpcCommonCodecAutoConfiguration.class, GrpcClientAutoConfiguration.class })
@EnableConfigurationProperties({ LoadProperties.class, ExperimentProperties.class, GridProperties.class,
		SearchProperties.class, TuneProperties.class })
public class LoadClientApplication {

	/**
	 * System property by which lab says where it has built the service.
	 */
	private static final String SERVICE_JAR = "lab.service-jar";

	/**
	 * System property by which Spring Boot is told not to load, on a second thread, what
	 * web applications need soon.
	 */
	private static final String NO_PREINITIALIZER = "spring.backgroundpreinitializer.ignore";

	/**
	 * System property by which Netty is told how closely to watch its buffers. By default
	 * it takes a stack trace for every 128th, which is a few hundredths of what a call of
	 * the raw engine costs.
	 */
	private static final String LEAK_DETECTION = "io.netty.leakDetection.level";

	/**
	 * Commands that are profiles too: they have a web server.
	 */
	private static final Set<String> WITH_ACTUATOR = Set.of(DriveCommand.NAME, ServeCommand.NAME);

	/**
	 * Commands that are profiles too: they have defaults of their own.
	 */
	private static final Set<String> WITH_DEFAULTS = Set.of(GridCommand.NAME, KneeCommand.NAME, TuneCommand.NAME);

	public static void main(String[] args) {
		if (System.getProperty(LEAK_DETECTION) == null) {
			System.setProperty(LEAK_DETECTION, "disabled");
		}
		System.exit(launch(args));
	}

	/**
	 * Does what the arguments say.
	 * @return the exit code
	 */
	static int launch(String... args) {
		String[] options = ShortOptions.expand(args);
		try {
			return SpringApplication.exit(application(options).run(options));
		}
		catch (BrokenRunException ex) {
			return ExitCode.RUN_FAILED;
		}
		catch (RuntimeException ex) {
			// Spring Boot has said why.
			return ExitCode.BAD_INPUT;
		}
	}

	private static SpringApplication application(String[] args) {
		SpringApplication application = new SpringApplication(LoadClientApplication.class);
		String serviceJar = System.getProperty(SERVICE_JAR);
		if (serviceJar != null) {
			application.setDefaultProperties(Map.of("experiment.server.jar", serviceJar));
		}
		application.setRegisterShutdownHook(false);
		List<String> words = new DefaultApplicationArguments(args).getNonOptionArgs();
		String command = words.isEmpty() ? CompareCommand.NAME : words.getFirst();
		if (WITH_ACTUATOR.contains(command) || WITH_DEFAULTS.contains(command)) {
			application.setAdditionalProfiles(command);
		}
		if (!WITH_ACTUATOR.contains(command)) {
			System.setProperty(NO_PREINITIALIZER, "true");
		}
		return application;
	}

	@Bean
	ChannelsFactory channelsFactory(GrpcChannelsProperties properties, GlobalClientInterceptorRegistry interceptors,
			ObjectProvider<GrpcChannelConfigurer> configurers) {
		List<GrpcChannelConfigurer> all = configurers.orderedStream().toList();
		StubChannelsFactory stubs = new StubChannelsFactory(properties, interceptors, all);
		RawOptionsFactory raw = new RawOptionsFactory(properties, interceptors);
		return (address, plan, timeout) -> {
			try {
				CallTarget<?, ?> target = target(stubs, address, plan, timeout);
				return switch (plan.engine()) {
					case STUB -> stubs.open(address, plan, target, timeout);
					case RAW -> new RawChannelsFactory(raw.create(address)).open(address, plan, target, timeout);
				};
			}
			catch (InvalidCallException ex) {
				throw new UsageException(ex.getMessage() + ".", ex);
			}
		};
	}

	private static CallTarget<?, ?> target(StubChannelsFactory stubs, TargetAddress address, LoadPlan plan,
			Duration timeout) throws TargetUnreachableException, InterruptedException {
		return CallTargets.describedByServer(plan.call())
				? stubs.ask(address, plan, timeout,
						(channel) -> CallTargets.of(plan.call(), new ServerReflection(channel, timeout)))
				: CallTargets.of(plan.call());
	}

}
