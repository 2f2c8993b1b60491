package dev.grpctuning.load.server;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import tools.jackson.databind.JsonNode;

import dev.grpctuning.load.server.tuning.TuningRefusedException;

/**
 * Lets settings of a server take turns by its own clock, through its endpoint
 * {@code grpcslices}.
 */
public record SlicesEndpoint(ObservedServer server) {

	private static final String PATH = "/grpcslices";

	private static final Duration TIMEOUT = Duration.ofSeconds(5);

	/**
	 * Lets candidates take turns by the server's own clock. Ends turns that had begun.
	 * @param candidates live values of each, over what is in force
	 * @param seed what the order is drawn with, as in
	 * {@link dev.grpctuning.slices.SliceOrder}
	 * @return when the first slice begins, by {@link System#nanoTime()}
	 */
	public long takeTurns(List<Map<String, String>> candidates, Duration slice, Duration length, long seed)
			throws TuningRefusedException, IOException, InterruptedException {
		Map<String, Object> body = new LinkedHashMap<>();
		body.put("slice", slice.toMillis() + "ms");
		body.put("length", length.toMillis() + "ms");
		body.put("seed", seed);
		body.put("candidates", candidates.size());
		for (int i = 0; i < candidates.size(); i++) {
			String prefix = "candidates[%d].".formatted(i);
			candidates.get(i).forEach((name, value) -> body.put(prefix + name, value));
		}
		long asked = System.nanoTime();
		HttpResponse<String> response = this.server.post(PATH, TuningEndpoint.JSON.writeValueAsString(body), TIMEOUT);
		if (response.statusCode() == 400 || response.statusCode() == 409) {
			throw new TuningRefusedException(this.server.endpoint().problems(response));
		}
		JsonNode answer = TuningEndpoint.json(response);
		if (response.statusCode() != 200 || !answer.path("startsAtMicros").isIntegralNumber()) {
			throw new TuningRefusedException(
					"%s answered %d; expose it: management.endpoints.web.exposure.include=health,prometheus,grpctuning,grpcslices, and management.endpoint.grpcslices.access=unrestricted"
						.formatted(this.server.actuator() + PATH, response.statusCode()));
		}
		// It was written between the request and the answer.
		long middle = asked + (System.nanoTime() - asked) / 2;
		return middle + 1000 * (answer.get("startsAtMicros").longValue() - answer.get("nowMicros").longValue());
	}

	/**
	 * Turns since a number that have ended, a thousand at most.
	 * @param from number of the first turn, from 0
	 */
	public List<Turn> turns(long from) throws IOException, InterruptedException {
		return TuningEndpoint.json(this.server.get(PATH + "?from=" + from, TIMEOUT))
			.path("slices")
			.valueStream()
			.map(Turn::of)
			.toList();
	}

	/** Ends the turns; does nothing if they have ended. */
	public void endTurns() throws IOException, InterruptedException {
		this.server.delete(PATH, TIMEOUT);
	}

	/**
	 * A turn, as the server recorded it.
	 *
	 * @param number its number, from 0. One that the server could not begin is missing
	 * @param lateMicros time from its planned start until its settings were in force
	 * @param answered calls that were answered, 0 if they are not counted
	 * @param cpuNanos CPU time of threads that run Java code, 0 if it is not known
	 */
	public record Turn(long number, int candidate, long lateMicros, long answered, long cpuNanos) {

		private static Turn of(JsonNode turn) {
			return new Turn(number(turn, "number"), (int) number(turn, "candidate"), number(turn, "lateMicros"),
					number(turn, "answered"), number(turn, "cpuNanos"));
		}

		private static long number(JsonNode turn, String name) {
			return turn.path(name).isIntegralNumber() ? turn.path(name).longValue() : 0;
		}

	}

}
