package dev.grpctuning.benchmark;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

import org.openjdk.jmh.Main;

/** JMH's command line with allocations, without the transports that are not here. */
public final class Benchmarks {

	private static final String TRANSPORT = "transport=";

	private Benchmarks() {
	}

	public static void main(String[] args) throws IOException {
		List<String> options = new ArrayList<>(List.of(args));
		options.addAll(List.of("-prof", "gc", "-foe", "true"));
		if (options.stream().noneMatch((option) -> option.startsWith(TRANSPORT))) {
			options.addAll(List.of("-p", TRANSPORT + available()));
		}
		Main.main(options.toArray(String[]::new));
	}

	private static String available() {
		return Arrays.stream(Link.values())
			.filter(Benchmarks::isAvailable)
			.map(Link::name)
			.collect(Collectors.joining(","));
	}

	private static boolean isAvailable(Link link) {
		String reason = link.unavailabilityReason();
		if (reason != null) {
			System.err.println(link + " does not work here (" + reason + "): its rows are left out");
		}
		return reason == null;
	}

}
