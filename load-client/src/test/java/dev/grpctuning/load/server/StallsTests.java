package dev.grpctuning.load.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

import dev.grpctuning.load.pressure.Stall;
import dev.grpctuning.load.pressure.TailCause;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for the times in which a server stood still. */
class StallsTests {

	@Test
	void whenTheServerReportsStallsThenTheyAreOnTheClientsClock() {
		String answer = """
				{"knobs": [], "at": "2026-11-25T12:00:10Z",
				 "lateEventLoops": [{"thread": "worker-1", "from": "2026-11-25T12:00:07.500Z", "until": "2026-11-25T12:00:08Z"}],
				 "changes": [{"at": "2026-11-25T12:00:09Z", "outcome": "APPLIED", "tookMillis": 12.5}]}
				""";
		assertThat(stalls(answer, 20_000_000_000L, 20_002_000_000L)).containsExactly(
				new Stall(TailCause.EVENT_LOOP, 17_501_000_000L, 18_001_000_000L),
				new Stall(TailCause.CHANGE, 19_001_000_000L, 19_013_500_000L));
	}

	@Test
	void whenTheAnswerIsAnotherThenThereAreNone() {
		for (String answer : new String[] { "404", "[]", "{}", "{\"at\": 5}", "{\"at\": \"noon\"}",
				"{\"at\": \"2026-11-25T12:00:10Z\", \"lateEventLoops\": [7]}",
				"{\"at\": \"2026-11-25T12:00:10Z\", \"changes\": [{}]}" }) {
			assertThat(stalls(answer, 0, 1)).as(answer).isEmpty();
		}
	}

	@Test
	void whenTheLogHasPausesThenEachEndsAtItsLine(@TempDir Path folder) throws IOException {
		Path log = folder.resolve("gc.log");
		assertThat(GcSummary.pauses(GcSummary.lines(log, 0))).isEmpty();
		String before = "[0.105s][9000000ns] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 24M->4M(64M) 1.000ms\n";
		Files.writeString(log, before + """
				[1.105s][50000000ns] GC(1) Pause Young (Normal) (G1 Evacuation Pause) 24M->4M(64M) 3.456ms
				[1.205s][60000000ns] GC(2) Concurrent Mark Cycle
				[1.215s][70000000ns] GC(2) Pause Remark 30M->28M(64M) 0.500ms
				[1.225s][80000000ns] GC(3) Pause Full (G1 Compaction Pause) 60M->30M(64M) 40.000ms
				[1.305s] GC(4) Pause Full (G1 Compaction Pause) 60M->30M(64M) 40.000ms
				""");
		assertThat(GcSummary.pauses(GcSummary.lines(log, before.length()))).containsExactly(
				new Stall(TailCause.YOUNG_COLLECTION, 46_544_000, 50_000_000),
				new Stall(TailCause.OTHER_PAUSE, 69_500_000, 70_000_000),
				new Stall(TailCause.FULL_COLLECTION, 40_000_000, 80_000_000));
	}

	private static List<Stall> stalls(String answer, long asked, long answered) {
		return TuningEndpoint.stalls(new JsonMapper().readTree(answer), asked, answered);
	}

}
