package dev.grpctuning.load.compare.profile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import dev.grpctuning.load.compare.experiment.Experiment;
import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.compare.profile.MethodChanges.SelfTimes;
import dev.grpctuning.load.compare.result.MethodsDocument;
import dev.grpctuning.load.compare.slices.SlicedTurns.Measured.Window;
import dev.grpctuning.load.engine.SlicedLoad;
import dev.grpctuning.load.server.ForkedServer;
import dev.grpctuning.load.server.RunServer;

/**
 * Runs each variant in servers of its own under Java Flight Recorder, draws what it did,
 * and finds the methods that take more or less CPU time than with the baseline. Servers
 * take turns in slices, so a busy machine slows down all alike. Two JVMs of one jar
 * differ lastingly, so there are several of each. Recording costs some of the CPU, so
 * these runs do not count otherwise.
 */
public record ProfiledRuns(Experiment experiment, Driver driver, Consumer<String> display) {

	/** So many servers may run at the same time. */
	private static final int MOST_SERVERS = 4;

	/** Servers of each variant. */
	private static final int SERVERS = 3;

	private static final String RECORDING = "recording.jfr";

	/** Java before 25 does not know the first event. */
	private static final String SETTINGS = "settings=profile,dumponexit=true,+jdk.CPUTimeSample#enabled=true,"
			+ "+jdk.CPUTimeSample#throttle=1ms,jdk.ExecutionSample#period=1ms";

	/** Returns what methods show for each variant that could be compared. */
	public List<MethodsDocument> run() {
		List<MethodsDocument> documents = new ArrayList<>();
		Variant
			.byWorkload(this.experiment.variants()
				.stream()
				.sorted(Comparator.comparing((variant) -> !isBaseline(variant)))
				.toList())
			.forEach((workload) -> {
				int most = MOST_SERVERS - 1;
				for (int first = 1; first == 1 || first < workload.size(); first += most) {
					List<Variant> group = new ArrayList<>(workload.subList(0, 1));
					group.addAll(workload.subList(first, Math.min(first + most, workload.size())));
					documents.addAll(run(group, first));
				}
			});
		return documents;
	}

	private boolean isBaseline(Variant variant) {
		return variant.name().equals(this.experiment.baseline());
	}

	/** The variants of a workload that are compared with the first of them. */
	private List<MethodsDocument> run(List<Variant> group, int first) {
		boolean turns = group.size() > 1 && isBaseline(group.getFirst())
				&& group.stream().allMatch((variant) -> SlicedLoad.canDrive(this.experiment.plan(variant).model()));
		if (turns) {
			this.display.accept("profiling " + titles(group));
			try {
				return inTurns(group, first);
			}
			catch (IOException ex) {
				this.display.accept("  not compared by methods: " + ex.getMessage());
			}
		}
		FlameGraphs baseline = null;
		for (Variant variant : group) {
			this.display.accept("profiling " + variant.title());
			try {
				Recorded recorded = record(List.of(variant), first).get(variant);
				if (recorded == null) {
					break;
				}
				FlameGraphs graphs = recorded.graphs();
				graphs.write(variant.title(), folder(variant), baseline);
				baseline = isBaseline(variant) ? graphs : baseline;
			}
			catch (IOException ex) {
				this.display.accept("  not profiled: " + ex.getMessage());
			}
		}
		return List.of();
	}

	private static String titles(List<Variant> group) {
		return group.stream().map(Variant::title).collect(Collectors.joining(", "));
	}

	private List<MethodsDocument> inTurns(List<Variant> group, int first) throws IOException {
		Variant baseline = group.getFirst();
		Map<Variant, List<SelfTimes>> times = new LinkedHashMap<>();
		boolean failed = false;
		int done = 0;
		for (int round = first; done < SERVERS; round++) {
			try {
				Map<Variant, SelfTimes> some = inTurns(group, round, done == 0);
				if (some.isEmpty()) {
					return List.of();
				}
				some.forEach((variant, one) -> times.computeIfAbsent(variant, (any) -> new ArrayList<>()).add(one));
				done++;
			}
			catch (IOException ex) {
				if (failed) {
					throw ex;
				}
				failed = true;
				this.display.accept("  once more: " + ex.getMessage());
			}
		}
		return group.stream()
			.skip(1)
			.map((variant) -> MethodChanges
				.of(Objects.requireNonNull(times.get(baseline)), Objects.requireNonNull(times.get(variant)))
				.document(variant.title()))
			.toList();
	}

	/** What each variant shows in one round; nothing if the user ends it. */
	private Map<Variant, SelfTimes> inTurns(List<Variant> group, int round, boolean drawn) throws IOException {
		Map<Variant, Recorded> recorded = record(group, round);
		Map<Variant, SelfTimes> times = new LinkedHashMap<>();
		for (Map.Entry<Variant, Recorded> each : recorded.entrySet()) {
			times.put(each.getKey(), SelfTimes.of(each.getValue().file(), each.getValue().slices()));
		}
		Recorded baseline = recorded.get(group.getFirst());
		for (Map.Entry<Variant, Recorded> each : drawn ? recorded.entrySet() : Set.<Map.Entry<Variant, Recorded>>of()) {
			each.getValue()
				.graphs()
				.write(each.getKey().title(), folder(each.getKey()),
						(each.getValue().equals(baseline) || baseline == null) ? null : baseline.graphs());
		}
		return times;
	}

	private Map<Variant, Recorded> record(List<Variant> group, int round) throws IOException {
		Map<Variant, Recorded> recorded = new LinkedHashMap<>();
		for (Map.Entry<Variant, List<Window>> each : this.driver.drive(group, round, this::start).entrySet()) {
			Path file = folder(each.getKey(), round).resolve(RECORDING);
			if (!Files.exists(file) || Files.size(file) == 0) {
				throw new IOException("the server has not written " + file);
			}
			recorded.put(each.getKey(), new Recorded(file, each.getValue()));
		}
		return recorded;
	}

	private Path folder(Variant variant) {
		return this.experiment.directory(variant).resolve(FlameGraphs.FOLDER).toAbsolutePath();
	}

	private Path folder(Variant variant, int round) {
		return folder(variant).resolve(String.valueOf(round));
	}

	private RunServer start(Variant variant, int round) throws IOException {
		Path folder = folder(variant, round);
		List<String> options = new ArrayList<>(variant.jvmOptions());
		options.addAll(List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:+DebugNonSafepoints",
				"-XX:StartFlightRecording=filename=\"%s\",%s".formatted(folder.resolve(RECORDING), SETTINGS)));
		return ForkedServer.start(this.experiment.setup().spec(variant.withJvmOptions(options), folder), null,
				this.experiment.setup().startTimeout());
	}

	/** What a server recorded, and when it was driven. */
	private record Recorded(Path file, List<Window> slices) {

		FlameGraphs graphs() {
			return new FlameGraphs(this.file, this.slices.getFirst().from(), this.slices.getLast().until());
		}

	}

	/** Starts a server for a variant in a round, without waiting for it. */
	@FunctionalInterface
	public interface Starter {

		RunServer start(Variant variant, int round) throws IOException;

	}

	/** Drives variants in turns, or one alone. */
	@FunctionalInterface
	public interface Driver {

		/** Returns when each was driven; nothing if the user ends it. */
		Map<Variant, List<Window>> drive(List<Variant> variants, int round, Starter starter) throws IOException;

	}

}
