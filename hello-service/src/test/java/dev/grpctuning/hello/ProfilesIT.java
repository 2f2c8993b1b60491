package dev.grpctuning.hello;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.StringUtils;

import dev.grpctuning.autoconfigure.GrpcTuningAutoConfiguration;
import dev.grpctuning.server.Tuning;
import dev.grpctuning.settings.Knob;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.Settings;
import dev.grpctuning.settings.value.ExecutorType;
import dev.grpctuning.settings.value.Transport;
import dev.grpctuning.transport.NettyTransportAvailability;

import static org.assertj.core.api.Assertions.assertThat;

/** What each step of the story changes in the server. */
class ProfilesIT {

	/** What clients must not exceed. */
	private static final Knob<?>[] BOUNDS = { Knobs.MAX_CONNECTIONS, Knobs.MAX_CONNECTIONS_PER_ADDRESS,
			Knobs.MAX_RESPONSE_BACKLOG, Knobs.CONNECTION_HANDSHAKE_TIMEOUT, Knobs.CONNECTION_MAX_RESETS,
			Knobs.CONNECTION_MAX_CONTROL_FRAMES, Knobs.CONNECTION_MAX_FLOODS, Knobs.LIMIT_CONCURRENT_CALLS,
			Knobs.LIMIT_CONCURRENT_STREAMS, Knobs.LIMIT_MAX_CALL_AGE };

	private static final Transport FASTEST = new NettyTransportAvailability().resolve(Transport.AUTO);

	@Test
	void plainIsWhatTheFrameworksBuild() {
		assertThat(settings("plain")).isEqualTo(Settings.NONE);
	}

	@ParameterizedTest
	@CsvSource({ "netty,NIO,,", "fork-join,NIO,FORK_JOIN,", "tuned,,FORK_JOIN,1000", "direct,,DIRECT,1000",
			"adaptive,,ADAPTIVE,1000", "'',,FORK_JOIN,1000" })
	void eachStepAddsToTheSettings(String profile, @Nullable Transport transport, @Nullable ExecutorType executor,
			@Nullable Integer maxCalls) {
		Settings settings = settings(profile);
		assertThat(settings.get(Knobs.TRANSPORT)).isEqualTo((transport != null) ? transport : FASTEST);
		assertThat(settings.get(Knobs.EXECUTOR_TYPE)).isEqualTo(executor);
		assertThat(settings.get(Knobs.MAX_CONCURRENT_CALLS_PER_CONNECTION)).isEqualTo(maxCalls);
		assertThat(BOUNDS).allSatisfy(
				(bound) -> assertThat(settings.get(bound) != null).as(bound.name()).isEqualTo(maxCalls != null));
	}

	/** Settings of a server that is not started. */
	private static Settings settings(String profile) {
		try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Empty.class)
			.web(WebApplicationType.NONE)
			.profiles(StringUtils.commaDelimitedListToStringArray(profile))
			.run()) {
			return context.getBean(Tuning.class).settings();
		}
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration(GrpcTuningAutoConfiguration.class)
	static class Empty {

	}

}
