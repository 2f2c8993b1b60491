package dev.grpctuning.load.compare.provenance;

import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.lab.Lab;
import dev.grpctuning.load.result.Environment;
import dev.grpctuning.load.result.PlanDocument;
import dev.grpctuning.load.stats.Figures;
import dev.grpctuning.load.template.Templates;
import dev.grpctuning.load.text.RunWords;

/** How a result was measured, so that it can be measured again. */
public record Provenance(@Nullable String command, @Nullable String lab, @Nullable String plan, @Nullable String scale,
		String machine, String system, String jdk, @Nullable String calibration, @Nullable String noise,
		String startedAt, @Nullable String seed, List<ServerLogs> serverLogs) {

	private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'")
		.withZone(ZoneOffset.UTC);

	/** Of a search, whose plan is a part of its own text. */
	public static Provenance of(Environment machine, Instant startedAt, @Nullable Path folder) {
		return of(machine, startedAt, null, null, null, null, ServerLogs.all(folder));
	}

	public static Provenance of(ExperimentDocument experiment, @Nullable String noise, @Nullable Path folder) {
		return of(experiment.environment(), experiment.startedAt(), plan(experiment),
				(experiment.design().scale() != null) ? Figures.number(experiment.design().scale()) : null, noise,
				(experiment.design().seed() != null && experiment.design().rounds() > 1)
						? experiment.design().seed().toString() : null,
				ServerLogs.shared(folder));
	}

	private static Provenance of(Environment machine, Instant startedAt, @Nullable String plan, @Nullable String scale,
			@Nullable String noise, @Nullable String seed, List<ServerLogs> logs) {
		Lab lab = machine.lab();
		return new Provenance((lab != null) ? lab.command() : null, (lab != null) ? version(lab) : null, plan, scale,
				"%s processors, %s".formatted(Figures.count(machine.processors()),
						Figures.megabytes(machine.memoryBytes())),
				"%s %s, %s".formatted(machine.os(), machine.osVersion(), machine.arch()),
				"%s, %s".formatted(machine.javaVersion(), machine.javaVendor()),
				(machine.calibration() != null) ? Templates.line("calibration", machine.calibration()) : null, noise,
				TIME.format(startedAt), seed, logs);
	}

	private static @Nullable String version(Lab lab) {
		String text = Stream.of(lab.version(), (lab.commit() != null) ? "commit " + lab.commit() : null)
			.filter(Objects::nonNull)
			.collect(Collectors.joining(", "));
		return text.isEmpty() ? null : text;
	}

	public static String plan(ExperimentDocument experiment) {
		return (experiment.design().workloads() == null) ? RunWords.plan(experiment.plan()) : experiment.design()
			.workloads()
			.stream()
			.map((workload) -> workload.heading() + ": " + RunWords.plan(workload.plan(), calls(experiment, workload)))
			.collect(Collectors.joining("; "));
	}

	/** Variants may differ in what they call, such as in the codec. */
	private static List<PlanDocument.Call> calls(ExperimentDocument experiment, ExperimentDocument.Workload workload) {
		List<PlanDocument.Call> calls = experiment.variants()
			.stream()
			.filter((variant) -> workload.name().equals(variant.workload()))
			.flatMap((variant) -> variant.runs().stream())
			.map((run) -> run.plan().call())
			.toList();
		return calls.isEmpty() ? List.of(workload.plan().call()) : calls;
	}

}
