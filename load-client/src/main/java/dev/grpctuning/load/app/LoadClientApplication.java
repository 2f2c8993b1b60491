package dev.grpctuning.load.app;

import java.util.Map;

import net.devh.boot.grpc.client.autoconfigure.GrpcClientAutoConfiguration;
import net.devh.boot.grpc.client.channelfactory.GrpcChannelConfigurer;
import net.devh.boot.grpc.client.config.GrpcChannelsProperties;
import net.devh.boot.grpc.client.interceptor.GlobalClientInterceptorRegistry;
import net.devh.boot.grpc.common.autoconfigure.GrpcCommonCodecAutoConfiguration;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;

import dev.grpctuning.load.api.TargetChannels;
import dev.grpctuning.load.call.InvalidCallException;
import dev.grpctuning.load.cli.ExitCode;
import dev.grpctuning.load.command.Command;
import dev.grpctuning.load.command.CommandName;
import dev.grpctuning.load.command.Invocation;
import dev.grpctuning.load.compare.experiment.ExperimentProperties;
import dev.grpctuning.load.config.ClientOptions;
import dev.grpctuning.load.config.LoadProperties;
import dev.grpctuning.load.config.MetadataKeys;
import dev.grpctuning.load.engine.ChannelsFactory;
import dev.grpctuning.load.failure.FailureLines;
import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.grid.GridProperties;
import dev.grpctuning.load.lab.Lab;
import dev.grpctuning.load.live.Live;
import dev.grpctuning.load.live.LiveProperties;
import dev.grpctuning.load.search.SearchProperties;
import dev.grpctuning.load.transport.TargetUnreachableException;
import dev.grpctuning.load.transport.stub.StubChannelsFactory;
import dev.grpctuning.load.tune.TuneProperties;

/**
 * Starts the load client and runs one command. Only {@code drive} and {@code serve} use
 * Spring Boot's auto-configuration; the other commands start faster without it.
 */
@SpringBootConfiguration
@ComponentScan("dev.grpctuning.load")
@ImportAutoConfiguration({ GrpcCommonCodecAutoConfiguration.class, GrpcClientAutoConfiguration.class })
@EnableConfigurationProperties({ GridProperties.class, LiveProperties.class, SearchProperties.class,
		TuneProperties.class })
public class LoadClientApplication {

	public static void main(String[] args) {
		// Netty's leak detection costs some per cent of a call of the raw engine.
		System.getProperties().putIfAbsent("io.netty.leakDetection.level", "disabled");
		System.exit(launch(args));
	}

	public static int launch(String... args) {
		Lab.start(args);
		try {
			Invocation invocation = Invocation.parse(args);
			int exitCode = execute(invocation);
			if (System.out.checkError()) {
				throw new UsageException(
						"standard output: cannot be written; make room for it, or print to another file.");
			}
			return exitCode;
		}
		catch (UsageException ex) {
			System.err.println(ex.getMessage());
			return ExitCode.BAD_INPUT;
		}
		catch (RuntimeException | Error ex) {
			ex.printStackTrace();
			return ExitCode.BUG;
		}
	}

	private static int execute(Invocation invocation) {
		return switch (invocation.command()) {
			case HELP -> print(HelpText.text(invocation.words()));
			case VERSION -> print(version());
			case COMPLETION -> print(HelpText.completion());
			case SERVICE, JAVA_HOME -> throw new UsageException("%s: is a command of the lab script; run ./lab %s."
				.formatted(invocation.command(), invocation.command()));
			case DEMO, COMPARE, AB, RUN, DRIVE, SERVE, GRID, KNEE, TUNE, MERGE, REPORT, DIFF, HISTORY ->
				start(invocation);
		};
	}

	private static String version() {
		String version = Lab.installed();
		return "lab %s, Java %s".formatted((version != null) ? version : "of a build without a jar", Runtime.version());
	}

	private static int print(String text) {
		System.out.println(text);
		return ExitCode.OK;
	}

	private static int start(Invocation invocation) {
		Invocation.checkVariables(System.getenv().keySet());
		ConfigurableApplicationContext context;
		try {
			context = application(invocation.command()).run(invocation.args());
		}
		catch (RuntimeException ex) {
			// FailureLines has printed a line, or Spring Boot the stack trace.
			return FailureLines.isBadInput(ex) ? ExitCode.BAD_INPUT : ExitCode.BUG;
		}
		try (context) {
			MetadataKeys.check(context.getEnvironment().getPropertySources());
			Command command = context.getBean(invocation.command().toString(), Command.class);
			return context.getBean(Live.class).keep(command.execute(invocation.words()));
		}
		catch (Exception ex) {
			if (new FailureLines(context).reportException(ex)) {
				return ExitCode.BAD_INPUT;
			}
			ex.printStackTrace();
			return ExitCode.BUG;
		}
	}

	private static SpringApplication application(CommandName command) {
		SpringApplication application = new SpringApplication(LoadClientApplication.class);
		// lab sets it to the service that it has built.
		String serviceJar = System.getProperty("lab.service-jar");
		if (serviceJar != null) {
			application.setDefaultProperties(Map.of("experiment.server.jar", serviceJar));
		}
		application.setRegisterShutdownHook(false);
		application.setAdditionalProfiles(command.toString());
		if (command != CommandName.DRIVE && command != CommandName.SERVE) {
			// Create only what the command uses.
			application.setLazyInitialization(true);
			// Do not preload web classes on a second thread.
			System.setProperty("spring.backgroundpreinitializer.ignore", "true");
		}
		return application;
	}

	/** Properties are checked even if the command does not use them. */
	@Bean
	public static LazyInitializationExcludeFilter properties() {
		return (name, definition, type) -> type.isAnnotationPresent(ConfigurationProperties.class);
	}

	@Bean
	@Lazy(false)
	public static LoadProperties loadProperties(Environment environment) {
		return LoadProperties.bind(environment);
	}

	@Bean
	@Lazy(false)
	public static ExperimentProperties experimentProperties(Environment environment) {
		return ExperimentProperties.bind(environment);
	}

	@Bean
	public ChannelsFactory channelsFactory(GrpcChannelsProperties properties,
			GlobalClientInterceptorRegistry interceptors, ObjectProvider<GrpcChannelConfigurer> configurers) {
		ClientOptions options = new ClientOptions(properties, interceptors, configurers.orderedStream().toList());
		TargetChannels channels = new TargetChannels(new StubChannelsFactory(options), options::raw);
		return (address, plan, timeout) -> {
			try {
				return channels.open(address, plan, timeout);
			}
			catch (InvalidCallException ex) {
				throw new UsageException(ex.getMessage() + ".", ex);
			}
			catch (TargetUnreachableException ex) {
				throw ex.withHintIfNoAnswer("--tls, or grpc.client.GLOBAL.negotiation-type=tls, turns on TLS");
			}
		};
	}

}
