package dev.grpctuning.console;

import java.util.List;
import java.util.Map;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import dev.grpctuning.console.stream.Introduction.Preset;
import dev.grpctuning.settings.TuningProblem;

import static org.assertj.core.api.Assertions.assertThat;

/** Presets built in, and of properties. */
class PresetsTests {

	private static final Function<Map<String, @Nullable Object>, List<TuningProblem>> VALID = (values) -> List.of();

	@Test
	void everyServiceHasThoseThatAreBuiltIn() {
		List<Preset> presets = Presets.of(Map.of(), VALID);
		assertThat(presets).extracting(Preset::name)
			.containsSubsequence("configured", "plain", "tuned", "direct", "fork-join", "adaptive");
		assertThat(presets).allSatisfy((preset) -> assertThat(preset.description()).endsWith("."));
		assertThat(values(presets, "direct")).containsExactly(Map.entry("executor.type", "direct"));
		assertThat(values(presets, "tuned"))
			.isEqualTo(Map.of("executor.type", "fork-join", "max-concurrent-calls-per-connection", "1000"));
	}

	@Test
	void plainUnsetsWhatMakesAServerFastAndKeepsWhatProtectsIt() {
		assertThat(values(Presets.of(Map.of(), VALID), "plain")).containsEntry("executor.type", "")
			.containsEntry("transport", "")
			.containsEntry("flow-control-window", "")
			.doesNotContainKeys("max-connections", "limit.concurrent-calls", "services.withdrawn", "executor.live")
			.allSatisfy((knob, value) -> assertThat(value).isEmpty());
	}

	@Test
	void aPresetOfPropertiesIsAddedOrReplacesOneThatIsBuiltIn() {
		List<Preset> presets = Presets.of(Map.of("night", Map.of("executor.type", "virtual"), "direct",
				Map.of("executor.type", "direct", "transport", "epoll")), VALID);
		assertThat(values(presets, "night")).containsExactly(Map.entry("executor.type", "virtual"));
		assertThat(values(presets, "direct")).containsOnlyKeys("executor.type", "transport");
		assertThat(presets).extracting(Preset::name).doesNotHaveDuplicates();
	}

	private static Map<String, @Nullable String> values(List<Preset> presets, String name) {
		return presets.stream().filter((preset) -> preset.name().equals(name)).findFirst().orElseThrow().values();
	}

}
