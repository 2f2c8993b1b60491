package dev.grpctuning.load.diagnosis;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.grpctuning.load.result.Approved;
import dev.grpctuning.load.server.metrics.ServerUse;
import dev.grpctuning.observe.Cause;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link BottleneckFinder}. */
@Tag(Approved.TAG)
class BottleneckFinderTests {

	/** A server whose calls wait for a thread, which is what the others are seen with. */
	private static final String QUEUED = "split=20000/18000/17000/14200 p50=12000 tasks=200.4 server=0.23 client=0.11 "
			+ "full=12 ";

	/** Each border from both sides, and causes before what they cause. */
	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			processors=2                                                                | NONE_SHOWN
			split=none server=NaN client=0 started=0                                    | NONE_SHOWN
			saturatedBy=late refused=500 server=0.9 pauses=0.9 split=100/100/100/0      | LOAD_GENERATOR_SATURATED
			server=0.36 client=0.54                                                     | LOAD_GENERATOR_SATURATED
			server=0.37 client=0.53                                                     | CPU_BOUND
			server=0.35 client=0.54                                                     | NONE_SHOWN
			server=0.36 client=0.54 together=false                                      | NONE_SHOWN
			server=0.9 client=0.1 together=false                                        | CPU_BOUND
			server=0.89 client=0.5 together=false                                       | NONE_SHOWN
			server=0.1 client=0.9 together=false                                        | LOAD_GENERATOR_SATURATED
			server=0.95 client=0.9 together=false                                       | LOAD_GENERATOR_SATURATED
			server=0.1 client=0.89 together=false                                       | NONE_SHOWN
			server=0.8 client=0.1                                                       | CPU_BOUND
			server=0.8 client=0.09                                                      | NONE_SHOWN
			refused=10                                                                  | REFUSED_BY_THE_LIMIT
			refused=9                                                                   | NONE_SHOWN
			pauses=0.2                                                                  | GC
			pauses=0.19                                                                 | NONE_SHOWN
			lag=20000 split=100000/100000/33333/16667                                   | EVENT_LOOP_BLOCKED
			lag=19999 split=100000/100000/33333/16667                                   | NONE_SHOWN
			lag=1000 split=1500/1500/500/250                                            | EVENT_LOOP_BLOCKED
			lag=999 split=1500/1500/500/250                                             | NONE_SHOWN
			split=100/80/70/40                                                          | QUEUEING_IN_THE_EXECUTOR
			split=100/80/69/39                                                          | NONE_SHOWN
			split=100/90/85/42                                                          | WAITING_IN_THE_HANDLER
			split=100/90/85/43                                                          | QUEUEING_IN_THE_EXECUTOR
			split=100/55/50/42                                                          | NONE_SHOWN
			split=100/95/45/5                                                           | NONE_SHOWN
			split=100/75/50/10                                                          | WAITING_IN_THE_HANDLER
			split=100/75/49/10                                                          | NONE_SHOWN
			split=100/100/99/?                                                          | NONE_SHOWN
			used=0.9 others=0.25 wanted=0.5 waited=0.25                                 | MACHINE_CONTENDED_BY_OTHERS
			used=0.9 others=0.25 wanted=0.9 waited=0.1                                  | MACHINE_CONTENDED_BY_OTHERS
			used=0.9 others=0.25                                                        | MACHINE_CONTENDED_BY_OTHERS
			used=0.89 others=0.25 wanted=1 waited=1                                     | NONE_SHOWN
			used=0.9 others=0.24 wanted=1 waited=1                                      | NONE_SHOWN
			used=0.9 others=0.25 wanted=0.89 waited=0.24                                | NONE_SHOWN
			throttled=0.25 wanted=1 waited=5                                            | THROTTLED_BY_ITS_QUOTA
			throttled=0.24 wanted=1 waited=5                                            | NONE_SHOWN
			clientThrottled=0.25                                                        | THROTTLED_BY_ITS_QUOTA
			clientThrottled=0.24                                                        | NONE_SHOWN
			busiest=0.9                                                                 | ONE_EVENT_LOOP_SATURATED
			busiest=0.89                                                                | NONE_SHOWN
			busiest=0.9 server=0.95                                                     | CPU_BOUND
			stream=40 split=100/45/25/5                                                 | WAITING_FOR_A_STREAM
			stream=39 split=100/46/26/5                                                 | NONE_SHOWN
			stream=40 split=100/85/25/5                                                 | WAITING_FOR_A_STREAM
			stream=39 split=100/85/26/5                                                 | NONE_SHOWN
			stream=40 split=100/99/?/?                                                  | WAITING_FOR_A_STREAM
			stream=39 split=100/99/?/?                                                  | NONE_SHOWN
			lag=50000 split=100/100/100/90                                              | EVENT_LOOP_BLOCKED
			lag=50000 split=100/100/100/90 server=0.9                                   | CPU_BOUND
			lag=50000 split=100/100/100/90 server=0.9 pauses=0.3                        | GC
			server=0.9 pauses=0.3 refused=500 saturatedBy=late used=1 others=0.5        | MACHINE_CONTENDED_BY_OTHERS
			server=0.9 pauses=0.3 refused=500 used=1 others=0.5 busiest=1 throttled=0.5 | THROTTLED_BY_ITS_QUOTA
			""")
	void theFirstCauseThatAppliesIsFound(String figures, Cause expected) {
		assertThat(BottleneckFinder.find(run(figures)).kind()).isEqualTo(expected);
	}

	@Test
	void theSentenceHasTheFiguresOfItsCause() {
		Approved.assertCase("diagnosis.txt", Stream
			.of("refused=480 pauses=0.31", "pauses=0.31", "server=0.83", "client=0.71", "lag=4800 p99=9900",
					"lag=27000 max=90000 server=NaN", "pauses=0", "tasks=? server=NaN", "split=20000/18000/17000/2800",
					"split=100/90/60/30", "saturatedBy=late", "server=0.95 client=0.5 processors=16 together=false",
					"server=0.2 client=0.95 processors=16 together=false",
					"used=0.97 others=0.42 wanted=0.5 waited=0.62", "used=0.97 others=0.42 wanted=0.96 waited=0.1",
					"used=0.97 others=0.42", "throttled=0.62", "clientThrottled=0.4", "busiest=0.97",
					"stream=15000 split=20000/18000/2000/200 limit=1000", "stream=15000 split=20000/18000/2000/200",
					"split=100/40/?/?", "split=100/90/20/5", "split=100/65/38/3", "split=100/90/80/?", "split=none")
			.map((figures) -> BottleneckFinder.find(run(QUEUED + figures)).text())
			.toArray(String[]::new));
	}

	/** An idle run in which nothing is out of the ordinary, but for some figures. */
	private static RunFigures run(String figures) {
		Map<String, String> given = Arrays.stream(figures.split(" "))
			.collect(Collectors.toMap((figure) -> figure.split("=")[0], (figure) -> figure.split("=")[1],
					(before, after) -> after));
		Double tasks = number(given.get("tasks"));
		return new RunFigures(given.get("saturatedBy"), (long) number(given, "started", 1000),
				(long) number(given, "refused", 0), number(given, "pauses", 0.01), (int) number(given, "full", 0),
				new RunFigures.Cpu(number(given, "server", 0.1), number(given, "client", 0.1),
						(int) number(given, "processors", 2), !given.containsKey("together")),
				new RunFigures.Machine(
						number(given, "used", 0), number(given, "others", 0), number(given, "wanted", Double.NaN),
						number(given, "waited", Double.NaN), number(given, "throttled", 0),
						number(given, "clientThrottled", 0), number(given, "busiest", 0), 4),
				split(given.getOrDefault("split", "100/75/50/25").split("/")),
				new ServerUse(1, 1, 0, 2, null, null, number(given.get("p50")), null, tasks,
						new ServerUse.Lag(number(given, "lag", 100), number(given.get("p99")),
								number(given.get("max"))),
						null, null),
				new RunFigures.Streams(number(given, "stream", 0), 0.93, given.get("limit")));
	}

	/** Response, service, server's and executor's time in microseconds. */
	private static @Nullable LatencySplit split(String[] micros) {
		return (micros.length > 1) ? LatencySplit.of(Double.parseDouble(micros[0]), Double.parseDouble(micros[1]),
				number(micros[2]), number(micros[3]), 1.0) : null;
	}

	private static double number(Map<String, String> given, String name, double otherwise) {
		return Double.parseDouble(given.getOrDefault(name, String.valueOf(otherwise)));
	}

	private static @Nullable Double number(@Nullable String figure) {
		return (figure == null || figure.equals("?")) ? null : (Double) Double.parseDouble(figure);
	}

}
