package dev.grpctuning.load.grid;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.grpctuning.load.app.InThisProcess;
import dev.grpctuning.load.result.ResultSchema;
import dev.grpctuning.testkit.Results;

import static org.assertj.core.api.Assertions.assertThat;

/** Grids at a server in a process of its own. */
@Timeout(600)
@ExtendWith(OutputCaptureExtension.class)
class GridIT {

	private static final String HEADER = "Clients, RPCs, RPCs/s, sum(us), avg(us), simulated_delay(us), delta(us)";

	@TempDir
	private Path folder;

	private final CapturedOutput output;

	GridIT(CapturedOutput output) {
		this.output = output;
	}

	@Test
	void everyCellIsMeasuredAndPrinted() throws Exception {
		Path file = this.folder.resolve("grid.json");
		assertThat(InThisProcess.run(this.folder,
				grid("--grid.clients=1,3", "--grid.delays=20000", "--grid.codecs=json,protobuf", "--grid.warmup=100ms",
						"--load.duration=1s", "--load.warmup=50ms", "--load.engine=raw", "--load.output=" + file,
						"--quiet")))
			.as(this.output::getErr)
			.isZero();
		assertThat(this.output.getErr()).isEmpty();
		List<String> lines = this.output.getOut().lines().toList();
		assertThat(lines).hasSize(9).startsWith("json", HEADER).contains("", "protobuf");
		assertThat(lines.stream()
			.filter((line) -> line.matches("( *[0-9.-]+,?){7}"))
			.map((line) -> line.strip().split(", +"))).map((row) -> row[0] + " " + row[5])
			.containsExactly("1 20000", "3 20000", "1 20000", "3 20000");
		ResultSchema.assertValid(file);
		List<JsonObject> cells = cells(file);
		assertThat(cells).hasSize(4)
			.allSatisfy(GridIT::assertMeasured)
			.isEqualTo(cells(Results.onlyChild(this.folder.resolve("lab-results")).resolve("result.json")));
		assertThat(Results.onlyChild(this.folder.resolve("lab-results")).resolve("report.html")).content()
			.contains("\"grid\":true", "\"cell\":{\"clients\":3,\"delayMicros\":20000}");
		assertThat(answered(cells, "json · 3-clients-20000-us")).as("three clients wait at the same time")
			.isGreaterThan(answered(cells, "json · 1-client-20000-us"));
	}

	private static void assertMeasured(JsonObject cell) {
		JsonObject run = run(cell);
		JsonObject counts = run.getAsJsonObject("load").getAsJsonObject("counts");
		assertThat(cell.get("ended").getAsString()).isEqualTo("completed");
		assertThat(counts.get("ok").getAsLong()).isPositive().isEqualTo(counts.get("started").getAsLong());
		JsonObject plan = run.getAsJsonObject("plan");
		assertThat(run.getAsJsonObject("load")
			.getAsJsonObject("latencyMicros")
			.getAsJsonObject("service")
			.get("mean")
			.getAsDouble()).isGreaterThan(
					plan.getAsJsonObject("call").getAsJsonObject("metadata").get("x-work-delay-us").getAsDouble());
		JsonObject call = plan.getAsJsonObject("call");
		assertThat(cell.get("name").getAsString())
			.startsWith(call.getAsJsonObject("hello").get("codec").getAsString() + " · ");
		assertThat(call.getAsJsonObject("hello").get("longs").getAsInt()).isEqualTo(1000);
	}

	private String[] grid(String... arguments) throws IOException {
		return Stream.concat(Stream.of("grid", InThisProcess.lightServers(this.folder),
				"--experiment.server.jvm-options=-Xmx128m,-XX:TieredStopAtLevel=1", "--experiment.server.settle=0s"),
				Stream.of(arguments))
			.toArray(String[]::new);
	}

	private static JsonObject run(JsonObject cell) {
		return cell.getAsJsonArray("runs").get(0).getAsJsonObject();
	}

	private static long answered(List<JsonObject> cells, String name) {
		return cells.stream()
			.filter((cell) -> cell.get("name").getAsString().equals(name))
			.mapToLong((cell) -> run(cell).getAsJsonObject("load").getAsJsonObject("counts").get("ok").getAsLong())
			.findFirst()
			.orElseThrow();
	}

	private static List<JsonObject> cells(Path file) throws IOException {
		JsonObject document = Results.json(file);
		return document.getAsJsonArray("variants").asList().stream().map(JsonElement::getAsJsonObject).toList();
	}

}
