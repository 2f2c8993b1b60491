package dev.grpctuning.load.result;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.diagnosis.DiagnosisDocument;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.load.engine.result.MeasuredLoad;
import dev.grpctuning.load.pressure.ClientObservation;
import dev.grpctuning.load.server.ServerObservation;
import dev.grpctuning.load.stats.Precision;

/**
 * A run in a result file; {@code null} is not measured.
 *
 * @param closed the load before, which showed the rate; {@code null} if there was one
 * load
 * @param precision how exact the figures are; {@code null} if it was not looked at
 */
@ResultFile.Kind("run")
public record RunDocument(int schema, String name, @Nullable String target, Environment environment, PlanDocument plan,
		LoadResult load, List<TimelineDocument> timeline, @Nullable ServerDocument server, DiagnosisDocument diagnosis,
		Outcome outcome, @Nullable ClosedLoad closed, @Nullable Precision precision) implements Measured {

	/**
	 * Creates the document of a run.
	 * @param closed the load before, or {@code null} if there was one load
	 */
	public static RunDocument of(String name, @Nullable String target, ObservedLoad run,
			@Nullable ObservedLoad closed) {
		ServerObservation server = run.server();
		return new RunDocument(ResultFile.SCHEMA, name, target, Environment.current(), PlanDocument.of(run.plan()),
				run.load().result(),
				TimelineDocument.of(run.load(), (server != null) ? server.samples() : List.of(), run.client(),
						run.plan().model().interval()),
				(server != null) ? ServerDocument.of(server) : null,
				DiagnosisDocument.of(run.plan().model(), run.load(), server, run.client()),
				new Outcome(RunFailure.of(target, run.plan(), run.load()), null, List.of()),
				(closed != null) ? ClosedLoad.of(closed) : null, null);
	}

	/** The load that shows the rate: if there were two loads, the closed one. */
	public LoadResult rateLoad() {
		return (this.closed != null) ? this.closed.load() : this.load;
	}

	/** The server's CPU time per answered call, not a number if it was not measured. */
	public double serverCpuMicrosPerCall() {
		Double micros = this.diagnosis.cpuSecondsPerMillionCalls().server();
		return (micros != null) ? micros : Double.NaN;
	}

	public RunDocument with(Outcome judged) {
		return new RunDocument(this.schema, this.name, this.target, this.environment, this.plan, this.load,
				this.timeline, this.server, this.diagnosis, judged, this.closed, this.precision);
	}

	public RunDocument with(Precision found) {
		return new RunDocument(this.schema, this.name, this.target, this.environment, this.plan, this.load,
				this.timeline, this.server, this.diagnosis, this.outcome, this.closed, found);
	}

	/** Leaves out the timeline and the histograms, which take much memory. */
	public RunDocument summary() {
		return ResultFile
			.withoutHistograms(new RunDocument(this.schema, this.name, this.target, this.environment, this.plan,
					this.load, List.of(), this.server, this.diagnosis, this.outcome, this.closed, this.precision));
	}

	/**
	 * The closed load that a run had before the load of its latencies. It shows the rate.
	 *
	 * @param bottleneck what held the rate up
	 */
	public record ClosedLoad(PlanDocument plan, LoadResult load, DiagnosisDocument.@Nullable Found bottleneck) {

		private static ClosedLoad of(ObservedLoad run) {
			return new ClosedLoad(PlanDocument.of(run.plan()), run.load().result(),
					DiagnosisDocument.of(run.plan().model(), run.load(), run.server(), run.client()).bottleneck());
		}

	}

	/**
	 * A load that was driven, seen from both sides.
	 *
	 * @param server {@code null} if the server was not observed
	 */
	public record ObservedLoad(LoadPlan plan, MeasuredLoad load, @Nullable ServerObservation server,
			ClientObservation client) {
	}

}
