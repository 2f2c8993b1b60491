package dev.grpctuning.load.compare.result;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.stats.Figures;
import dev.grpctuning.load.template.Templates;
import dev.grpctuning.load.text.Table;

/**
 * Methods of a variant against those of its baseline, in servers that took turns under
 * Flight Recorder. All times are self times per call: those of a method, and of the
 * methods of the JDK that it calls.
 *
 * @param servers number of servers of each side
 * @param compared number of methods that have enough samples
 * @param callNanos sampled time of a call at the baseline
 * @param smallestNanos smallest difference that would be shown in eight of ten such
 * experiments, in the method where it is smallest
 * @param anywhereNanos the same in the method where it is largest
 * @param changed methods that are shown to differ, those first whose difference is
 * certainly the largest; one in twenty is wrong on average
 */
public record MethodsDocument(String variant, Sampler sampler, int servers, int compared, double callNanos,
		double smallestNanos, double anywhereNanos, List<Change> changed) {

	private static final Table<Change> CHANGES = new Table<Change>().text("method", Change::method)
		.number("baseline", (change) -> nanos(change.baselineNanos()))
		.number("variant", (change) -> nanos(change.nanos()))
		.number("difference", (change) -> signed(change.difference()))
		.number("interval", (change) -> "%s to %s".formatted(signed(change.low()), signed(change.high())));

	/** That methods changed, or that none is shown to have. */
	public String heading() {
		return Templates.line("methods",
				Map.of("variant", this.variant, "changed", this.changed.size(), "compared", this.compared, "servers",
						this.servers, "smallest", effect(this.smallestNanos), "anywhere", effect(this.anywhereNanos)));
	}

	public Table.@Nullable Rows<Change> table() {
		return this.changed.isEmpty() ? null : CHANGES.of(this.changed);
	}

	/** Such as {@code 120 ns (0.64 %)}. */
	private String effect(double nanos) {
		return "%s (%s)".formatted(nanos(nanos), Figures.share(nanos / this.callNanos));
	}

	private static String signed(double nanos) {
		return ((nanos < 0) ? "−" : "+") + nanos(Math.abs(nanos));
	}

	private static String nanos(double nanos) {
		return Figures.count(Math.round(nanos)) + " ns";
	}

	/**
	 * A method that is shown to differ.
	 *
	 * @param low lower end of the interval of the difference
	 * @param high upper end
	 */
	public record Change(String method, double baselineNanos, double nanos, double difference, double low,
			double high) {
	}

	/** What is sampled. */
	public enum Sampler {

		/** CPU time of all threads, as often as the kernel's timer allows. */
		CPU_TIME("jdk.CPUTimeSample"),

		/** Threads that run Java code. */
		RUNNING("jdk.ExecutionSample");

		private final String event;

		Sampler(String event) {
			this.event = event;
		}

		/** Returns the one of an event of Flight Recorder, if any. */
		public static @Nullable Sampler of(String event) {
			return CPU_TIME.event.equals(event) ? CPU_TIME : RUNNING.event.equals(event) ? RUNNING : null;
		}

	}

}
