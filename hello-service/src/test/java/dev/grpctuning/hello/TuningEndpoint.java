package dev.grpctuning.hello;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.jayway.jsonpath.JsonPath;
import org.springframework.test.json.JsonContent;

import dev.grpctuning.testkit.Http;

/**
 * The endpoint grpctuning, read by anybody and written by one who has the password.
 *
 * @param service the application that has it
 */
record TuningEndpoint(RunningService service) {

	JsonContent whole() throws Exception {
		return answer(200, this.service.actuator("grpctuning"));
	}

	JsonContent knob(String name) throws Exception {
		return answer(200, this.service.actuator("grpctuning/" + name));
	}

	int generation() throws Exception {
		return whole("$.generation.number");
	}

	/** What is found under a JSON path. */
	<T> T whole(String path) throws Exception {
		return JsonPath.read(whole().getJson(), path);
	}

	/** All that a change would change: the generation, the knobs, what is remembered. */
	Map<String, Object> state() throws Exception {
		String whole = whole().getJson();
		Map<String, Object> state = new LinkedHashMap<>();
		for (String path : List.of("$.generation.number", "$.knobs[*]['name','configured','effective','origin']",
				"$.changes")) {
			state.put(path, JsonPath.read(whole, path));
		}
		return state;
	}

	/** Makes a change that must succeed. */
	JsonContent change(String body) throws Exception {
		return answer(200, post(body));
	}

	Http.Answer post(String body) {
		return this.service.authenticated().post("/actuator/grpctuning", body);
	}

	Http.Answer post(String knob, String body) {
		return this.service.authenticated().post("/actuator/grpctuning/" + knob, body);
	}

	/** Goes back to what the application is configured with. */
	void reset() throws Exception {
		change("{\"reset\": true}");
	}

	static JsonContent answer(int status, Http.Answer answer) {
		return new JsonContent(answer.expect(status).body());
	}

}
