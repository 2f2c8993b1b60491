package dev.grpctuning.load.search;

import java.util.Arrays;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.core.env.StandardEnvironment;

import dev.grpctuning.load.config.LoadProperties;
import dev.grpctuning.load.engine.plan.LoadEngine;
import dev.grpctuning.load.schedule.Arrivals;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link SearchFactory}. */
class SearchFactoryTests {

	@Test
	void whenNothingIsSetThenCallsArriveAtRandomAndAreMadeByTheRawEngine() {
		SearchFactory searches = searches("grpc.client.GLOBAL.negotiation-type=plaintext");
		assertThat(searches.trials().plan().engine()).isEqualTo(LoadEngine.RAW);
		assertThat(searches.trials().arrivals()).isEqualTo(Arrivals.POISSON);
		assertThat(searches.engineLine()).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "load.stub, load.stub=async",
			"grpc.client.GLOBAL.negotiation-type, grpc.client.GLOBAL.negotiation-type=plaintext_upgrade",
			"grpc.client.GLOBAL.keep-alive-time, grpc.client.GLOBAL.keep-alive-time=30s",
			"grpc.client.GLOBAL.immediateConnectTimeout, grpc.client.GLOBAL.immediateConnectTimeout=3s" })
	void whenASettingIsOfGrpcJavaThenTheStubsMakeTheCallsAndALineSaysWhy(String setting, String property) {
		SearchFactory searches = searches(property);
		assertThat(searches.trials().plan().engine()).isEqualTo(LoadEngine.STUB);
		assertThat(searches.engineLine()).get().asString().contains("load.engine=stub, because " + setting + " is");
	}

	@ParameterizedTest
	@ValueSource(strings = { "grpc.client.GLOBAL.negotiation-type=TLS", "grpc.client.GLOBAL.security.ciphers=ANY",
			"grpc.client.GLOBAL.maxInboundMessageSize=1MB", "grpc.client.GLOBAL.user-agent=me",
			"grpc.client.other.keep-alive-time=30s" })
	void whenTheRawEngineHasTheSettingThenItMakesTheCalls(String property) {
		assertThat(searches(property).trials().plan().engine()).isEqualTo(LoadEngine.RAW);
	}

	@Test
	void whenAnEngineIsSetThenItIsUsedWithoutALine() {
		SearchFactory searches = searches("load.engine=raw", "grpc.client.GLOBAL.keep-alive-time=30s");
		assertThat(searches.trials().plan().engine()).isEqualTo(LoadEngine.RAW);
		assertThat(searches.engineLine()).isEmpty();
		assertThat(searches("load.engine=stub").trials().plan().engine()).isEqualTo(LoadEngine.STUB);
	}

	private static SearchFactory searches(String... properties) {
		StandardEnvironment environment = new StandardEnvironment();
		TestPropertyValues.of(Arrays.asList(properties)).applyTo(environment);
		ConfigurationPropertySources.attach(environment);
		Binder binder = Binder.get(environment);
		return new SearchFactory(binder.bindOrCreate("load", LoadProperties.class),
				binder.bindOrCreate("search", SearchProperties.class), environment);
	}

}
