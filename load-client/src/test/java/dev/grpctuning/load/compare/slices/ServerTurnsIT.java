package dev.grpctuning.load.compare.slices;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.server.ChangedServer;
import dev.grpctuning.load.server.ObservedServer;
import dev.grpctuning.load.server.ScriptedActuator;
import dev.grpctuning.load.server.SlicesEndpoint.Turn;
import dev.grpctuning.load.transport.TargetAddress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

/** Tests for {@link ServerTurns} against an actuator that answers by a script. */
class ServerTurnsIT {

	private ScriptedActuator actuator;

	private ServerTurns turns;

	@BeforeEach
	void start() throws IOException {
		this.actuator = ScriptedActuator.start().tuning(0).answer("POST /grpctuning", 200, "{}");
		this.turns = new ServerTurns(ChangedServer.attached(
				new ObservedServer(new TargetAddress("127.0.0.1", 1), this.actuator.base(), null),
				Duration.ofSeconds(30)), Duration.ofMillis(50));
	}

	@AfterEach
	void stop() {
		this.actuator.close();
	}

	@Test
	void whenSettingsAlsoHaveOtherKnobsThenOnlyLiveOnesTakeTurns() throws Exception {
		this.actuator.answer("POST /grpcslices", 200, "{\"startsAtMicros\": 7, \"nowMicros\": 7}");
		this.turns.begin(List.of(Map.of("transport", "nio", "executor.type", "direct"), Map.of("transport", "nio")),
				(knob) -> knob.startsWith("executor."), Duration.ofSeconds(30), 7);
		assertThat(this.actuator.posted()).containsExactly("{\"reset\":true,\"guard\":false,\"transport\":\"nio\"}",
				"{\"slice\":\"50ms\",\"length\":\"30000ms\",\"seed\":7,\"candidates\":2,\"candidates[0].executor.type\":\"direct\"}");
		this.turns.end();
		this.turns.end();
		assertThat(this.actuator.asked()).containsOnlyOnce("DELETE /grpcslices");
	}

	@Test
	void whenMoreThanATenthOfTheSlicesBeganTooLateThenWhatWasMeasuredDoesNotCount() throws Exception {
		seen(20, 2);
		seen(20, 3);
		assertThat(this.turns.counted(0)).isNotNull();
		assertThat(this.turns.counted(0)).isNull();
	}

	@Test
	void whenTheServerCouldNotBeginSlicesThenTheyAreLate() throws Exception {
		this.actuator.answer("GET /grpcslices", 200, """
				{"slices": [{"number": 7, "lateMicros": 9}, {"number": 9, "lateMicros": 9}]}""");
		assertThat(this.turns.counted(7)).isNull();
	}

	@Test
	void whenSlicesCountThenTheServersFiguresAreKnown() throws Exception {
		this.actuator.answer("GET /grpcslices", 200, """
				{"slices": [{"number": 7, "candidate": 1, "lateMicros": 9, "answered": 5, "cpuNanos": 6},
				{"number": 8, "candidate": 0, "lateMicros": 9, "answered": null, "cpuNanos": null}]}""");
		assertThat(this.turns.counted(7)).containsExactly(new Turn(7, 1, 9, 5, 6), new Turn(8, 0, 9, 0, 0));
	}

	@Test
	void whenNothingCountsThirtyTimesInARowThenThatIsAnError() throws Exception {
		IntStream.range(0, 29).forEach((each) -> seen(4, 1));
		seen(4, 0);
		seen(4, 1);
		for (int each = 0; each < 29; each++) {
			assertThat(this.turns.counted(0)).isNull();
		}
		assertThat(this.turns.counted(0)).isNotNull();
		for (int each = 0; each < 29; each++) {
			assertThat(this.turns.counted(0)).isNull();
		}
		assertThatIOException().isThrownBy(() -> this.turns.counted(0)).withMessageContaining("busy");
	}

	/** Adds an answer with slices, of which the first ones began too late. */
	private void seen(int slices, int late) {
		this.actuator.answer("GET /grpcslices", 200,
				IntStream.range(0, slices)
					.mapToObj((number) -> "{\"number\": %d, \"lateMicros\": %d}".formatted(number,
							(number < late) ? 10_001 : 10_000))
					.collect(Collectors.joining(",", "{\"slices\": [", "]}")));
	}

}
