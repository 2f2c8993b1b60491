package dev.grpctuning.load.config;

import java.util.Map;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

/** Tests for {@link MetadataKeys}. */
class MetadataKeysTests {

	private final MutablePropertySources sources = new MutablePropertySources();

	@ParameterizedTest
	@ValueSource(strings = { "load.metadata.tenant", "load.metadata.X-Request-ID", "load.metadata.a.b_c",
			"load.metadata[a..b]", "load.metadata.[-x]", "load.metadata-key", "load.open.rate",
			"experiment.workloads[0].load.metadata.x-work-delay-us" })
	void whenAKeyStaysAsItIsThenItIsAllowed(String name) {
		add(Map.of(name, "value"));
		assertThatNoException().isThrownBy(() -> MetadataKeys.check(this.sources));
	}

	@ParameterizedTest
	@ValueSource(strings = { "load.metadata.bad key", "load.metadata.:path", "load.metadata.tenant[0]",
			"load.metadata.a..b", "load.metadata.-x", "load.metadata.schlüssel", "LOAD.metadata.a/b",
			"experiment.workloads[0].load.metadata.bad key" })
	void whenAKeyWouldBeChangedThenItIsRefused(String name) {
		add(Map.of(name, "value"));
		assertThatExceptionOfType(InvalidConfigurationPropertyValueException.class)
			.isThrownBy(() -> MetadataKeys.check(this.sources))
			.satisfies((refusal) -> assertThat(refusal.getName()).isEqualTo(name));
	}

	private void add(Map<String, Object> properties) {
		this.sources.addLast(new MapPropertySource("source " + this.sources.size(), properties));
	}

}
