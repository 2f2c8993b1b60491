package dev.grpctuning.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import org.awaitility.Awaitility;

import static org.assertj.core.api.Assertions.assertThat;

/** Reads the files that the load client writes. */
public final class Results {

	private Results() {
	}

	public static Path onlyChild(Path folder) throws IOException {
		try (Stream<Path> children = Files.list(folder)) {
			List<Path> all = children.toList();
			assertThat(all).hasSize(1);
			return all.get(0);
		}
	}

	/** Puts a folder in the place of the log of a server that has begun to write it. */
	public static void spoilLog(Path folders, String log) throws IOException {
		Awaitility.await()
			.atMost(Duration.ofMinutes(1))
			.ignoreExceptions()
			.untilAsserted(() -> assertThat(onlyChild(folders).resolve(log)).isNotEmptyFile());
		Path file = onlyChild(folders).resolve(log);
		Files.delete(file);
		Files.createDirectory(file);
	}

	/** Collections of young objects in the GC log of a server, of its start too. */
	public static long youngPauses(Path server) throws IOException {
		try (Stream<String> lines = Files.lines(server.resolve("gc.log"))) {
			return lines.filter((line) -> line.contains("Pause Young")).count();
		}
	}

	public static JsonObject json(Path file) throws IOException {
		return JsonParser.parseString(Files.readString(file)).getAsJsonObject();
	}

	public static JsonObject result(Path folder) throws IOException {
		return json(folder.resolve("result.json"));
	}

	public static List<JsonObject> objects(JsonObject parent, String name) {
		return parent.getAsJsonArray(name).asList().stream().map(JsonElement::getAsJsonObject).toList();
	}

}
