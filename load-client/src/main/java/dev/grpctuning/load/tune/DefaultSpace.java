package dev.grpctuning.load.tune;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What tune tries unless it is told.
 */
final class DefaultSpace {

	private DefaultSpace() {
	}

	static Map<String, List<String>> of(int processors) {
		Map<String, List<String>> space = new LinkedHashMap<>();
		space.put("executor.type", List.of("fork-join", "fixed", "cached", "virtual", "direct"));
		space.put("executor.threads", times(processors, 2, 8, 32));
		space.put("transport", List.of("nio", "epoll", "io-uring"));
		space.put("worker-threads", List.of("1", String.valueOf(2 * processors)));
		space.put("flow-control-window", List.of("256KB", "4MB"));
		space.put("max-concurrent-calls-per-connection", List.of("100", "1000", "10000"));
		return space;
	}

	private static List<String> times(int processors, int... factors) {
		return Arrays.stream(factors).mapToObj((factor) -> String.valueOf(factor * processors)).toList();
	}

}
