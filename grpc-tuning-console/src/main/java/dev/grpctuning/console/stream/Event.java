package dev.grpctuning.console.stream;

import java.nio.charset.StandardCharsets;

import com.fasterxml.jackson.annotation.JsonInclude;
import tools.jackson.databind.json.JsonMapper;

/** Writes server-sent events with one line of JSON. */
final class Event {

	private static final JsonMapper JSON = JsonMapper.builder()
		.changeDefaultPropertyInclusion((inclusion) -> inclusion.withValueInclusion(JsonInclude.Include.NON_NULL))
		.build();

	private Event() {
	}

	static String json(Object data) {
		return JSON.writeValueAsString(data);
	}

	static byte[] of(String name, String json) {
		return ("event: " + name + "\ndata: " + json + "\n\n").getBytes(StandardCharsets.UTF_8);
	}

}
