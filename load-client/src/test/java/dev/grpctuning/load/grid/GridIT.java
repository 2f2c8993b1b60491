package dev.grpctuning.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Grids at a real server in a process of its own.
 */
@Timeout(600)
class GridIT {

	private static final String HEADER = "Clients, RPCs, RPCs/s, sum(us), avg(us), simulated_delay(us), delta(us)";

	@TempDir
	private Path folder;

	@Test
	void everyCellIsMeasuredAndPrinted() throws Exception {
		try (LabProcess lab = LabProcess.start(this.folder, "grid", "--grid.clients=1,3", "--grid.delays=0,20000",
				"--grid.codecs=json,wire", "--grid.warmup=400ms", "--load.duration=300ms", "--load.warmup=50ms",
				"--load.engine=raw", "--load.output=grid.json", "--quiet")) {
			assertThat(lab.exitCode()).isZero();
			assertThat(lab.errLines()).isEmpty();
			List<String> lines = lab.out().lines().toList();
			assertThat(lines).hasSize(13).startsWith("json", HEADER).contains("", "wire");
			assertThat(lines.stream()
				.filter((line) -> line.matches("( *[0-9.-]+,?){7}"))
				.map((line) -> line.strip().split(", +"))).map((row) -> row[0] + " " + row[5])
				.containsExactly("1 0", "3 0", "1 20000", "3 20000", "1 0", "3 0", "1 20000", "3 20000");
		}
		List<JsonObject> cells = cells(this.folder.resolve("grid.json"));
		assertThat(cells).hasSize(8)
			.allSatisfy(GridIT::assertMeasured)
			.isEqualTo(cells(onlyChild(this.folder.resolve("lab-results")).resolve("result.json")));
		assertThat(figure(cells.get(3), "rpcs")).as("three clients wait at the same time")
			.isGreaterThan(figure(cells.get(2), "rpcs"));
	}

	private static void assertMeasured(JsonObject cell) {
		JsonObject counts = cell.getAsJsonObject("run").getAsJsonObject("counts");
		assertThat(counts.get("ok").getAsLong()).isPositive().isEqualTo(counts.get("started").getAsLong());
		assertThat(figure(cell, "rpcs")).isEqualTo(counts.get("ok").getAsLong());
		assertThat(figure(cell, "avgMicros")).isGreaterThan(figure(cell, "simulatedDelayMicros"));
		JsonObject call = cell.getAsJsonObject("run").getAsJsonObject("plan").getAsJsonObject("call");
		assertThat(call.get("codec")).isEqualTo(cell.get("codec"));
		assertThat(call.get("longs").getAsInt()).isEqualTo(1000);
	}

	@Test
	void whenTheClientCancelsAllCallsThenThatIsAResult() throws Exception {
		try (LabProcess lab = LabProcess.start(this.folder, "grid", "--grid.clients=2", "--grid.delays=50000",
				"--grid.codecs=protobuf", "--grid.warmup=0s", "--load.duration=500ms", "--load.warmup=0s",
				"--load.cancel.share=1", "--load.deadline=9s", "--load.output=grid.json")) {
			assertThat(lab.exitCode()).isZero();
			assertThat(lab.errLines()).anyMatch((line) -> line.matches(" {2}.* RPCs, .*; [0-9,]+ cancelled"));
		}
		JsonObject run = cells(this.folder.resolve("grid.json")).getFirst().getAsJsonObject("run");
		assertThat(run.getAsJsonObject("counts").get("cancelled").getAsLong()).isPositive();
		assertThat(run.getAsJsonObject("counts").getAsJsonObject("failed").keySet()).isEmpty();
		JsonObject call = run.getAsJsonObject("plan").getAsJsonObject("call");
		assertThat(call.get("deadlineMillis").getAsDouble()).isEqualTo(9000);
	}

	@Test
	void whenInterruptedThenWhatWasMeasuredIsKeptAndTheServerStopped() throws Exception {
		try (LabProcess lab = startLong()) {
			List<ProcessHandle> servers = lab.children();
			assertThat(servers).hasSize(1);
			lab.interrupt();
			assertThat(lab.exitCode()).isEqualTo(130);
			assertThat(lab.out()).startsWith("protobuf\n" + HEADER + "\n   2, ").doesNotContain("json");
			assertThat(lab.errLines()).anyMatch((line) -> line.matches(" {2}.* RPCs, .*; interrupted after .* s"));
			await().atMost(Duration.ofMinutes(1)).until(() -> servers.stream().noneMatch(ProcessHandle::isAlive));
		}
		List<JsonObject> cells = cells(onlyChild(this.folder.resolve("lab-results")).resolve("result.json"));
		assertThat(cells).hasSize(1);
		assertThat(figure(cells.getFirst(), "rpcs")).isPositive();
	}

	@Test
	void whenTheServerDiesThenWhatWasMeasuredIsKeptAndTheExitCodeSaysSo() throws Exception {
		try (LabProcess lab = startLong()) {
			lab.children().forEach(ProcessHandle::destroyForcibly);
			assertThat(lab.exitCode()).isEqualTo(3);
			assertThat(lab.out()).startsWith("protobuf\n" + HEADER + "\n   2, ").doesNotContain("json");
			assertThat(lab.errLines()).contains("grid: the server has ended with exit code 137");
		}
	}

	/**
	 * Starts a grid that would take hours, and waits until it is in its first cell.
	 */
	private LabProcess startLong() throws IOException {
		LabProcess lab = LabProcess.start(this.folder, "grid", "--grid.clients=2", "--grid.delays=5000",
				"--grid.codecs=protobuf,json", "--grid.warmup=0s", "--load.warmup=0s", "--load.duration=2h");
		lab.awaitErr(" open 2");
		return lab;
	}

	private static double figure(JsonObject cell, String name) {
		return cell.getAsJsonObject("row").get(name).getAsDouble();
	}

	private static Path onlyChild(Path folder) throws IOException {
		try (Stream<Path> children = Files.list(folder)) {
			List<Path> all = children.toList();
			assertThat(all).hasSize(1);
			return all.getFirst();
		}
	}

	private static List<JsonObject> cells(Path file) throws IOException {
		JsonObject document = JsonParser.parseString(Files.readString(file)).getAsJsonObject();
		return document.getAsJsonArray("cells").asList().stream().map(JsonElement::getAsJsonObject).toList();
	}

}
