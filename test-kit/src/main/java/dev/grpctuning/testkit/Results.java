package dev.grpctuning.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Reads the files that the load client writes.
 */
public final class Results {

	private Results() {
	}

	public static Path onlyChild(Path folder) throws IOException {
		try (Stream<Path> children = Files.list(folder)) {
			List<Path> all = children.toList();
			assertThat(all).hasSize(1);
			return all.getFirst();
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
