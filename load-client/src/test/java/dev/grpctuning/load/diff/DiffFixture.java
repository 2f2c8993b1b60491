package dev.grpctuning.load.diff;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import org.junit.jupiter.api.io.TempDir;

/** Results to compare, in a folder of the test. */
abstract class DiffFixture {

	static final Path RESULT = Path.of("src", "test", "resources", "report", "result.json");

	@TempDir
	Path folder;

	static void end(JsonObject variant, String how) {
		if (variant.get("name").getAsString().equals("virtual")) {
			variant.addProperty("ended", how);
		}
	}

	static void takeRuns(JsonObject variant) {
		if (variant.get("name").getAsString().equals("virtual")) {
			variant.add("runs", new JsonArray());
			variant.add("rounds", new JsonArray());
		}
	}

	static void answerAll(JsonObject run) {
		JsonObject counts = run.getAsJsonObject("load").getAsJsonObject("counts");
		counts.add("ok", counts.get("started"));
		counts.add("failed", new JsonObject());
		counts.addProperty("unfinished", 0);
	}

	static void fail(JsonObject run, double share) {
		if (run.get("name").getAsString().equals("virtual")) {
			JsonObject counts = run.getAsJsonObject("load").getAsJsonObject("counts");
			scale(counts, "ok", 1 - share);
			counts.addProperty("unfinished", counts.get("started").getAsLong() - counts.get("ok").getAsLong());
		}
	}

	static void goodput(JsonObject run, int perSecond) {
		run.getAsJsonObject("outcome")
			.add("goodput", JsonParser.parseString(
					"{\"objectiveMicros\": 100000, \"answered\": %1$d, \"perSecond\": %1$d}".formatted(perSecond)));
	}

	/**
	 * The result of the fixture in which each variant has several runs, of which each is
	 * a little slower than the one before.
	 */
	String result(String name, int runs, Consumer<JsonObject> change) throws IOException {
		JsonObject result = JsonParser.parseString(Files.readString(RESULT)).getAsJsonObject();
		result.getAsJsonArray("variants").forEach((element) -> {
			JsonObject variant = element.getAsJsonObject();
			JsonObject first = variant.getAsJsonArray("runs").get(0).getAsJsonObject();
			JsonArray several = new JsonArray();
			JsonArray rounds = new JsonArray();
			for (int i = 0; i < runs; i++) {
				JsonObject run = first.deepCopy();
				scale(run.getAsJsonObject("load").getAsJsonObject("latencyMicros").getAsJsonObject("response"), "p50",
						1 + i / 50.0);
				scale(run.getAsJsonObject("load").getAsJsonObject("latencyMicros").getAsJsonObject("response"), "p99",
						1 + i / 50.0);
				change.accept(run);
				several.add(run);
				rounds.add(i + 1);
			}
			variant.add("runs", several);
			variant.add("rounds", rounds);
		});
		return write(name, result);
	}

	String change(String name, String of, Consumer<JsonObject> change) throws IOException {
		JsonObject result = JsonParser.parseString(Files.readString(Path.of(of, "result.json"))).getAsJsonObject();
		result.getAsJsonArray("variants").forEach((variant) -> change.accept(variant.getAsJsonObject()));
		return write(name, result);
	}

	String write(String name, JsonObject result) throws IOException {
		Path directory = Files.createDirectory(this.folder.resolve(name));
		Files.writeString(directory.resolve("result.json"), result.toString());
		return directory.toString();
	}

	static void scale(JsonObject figures, String name, double by) {
		figures.addProperty(name, Math.round(figures.get(name).getAsLong() * by));
	}

}
