package dev.grpctuning.autopilot;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.autopilot.experiment.Sample.Calls;
import dev.grpctuning.autopilot.experiment.Verdict;

/** What candidates have cost in this hour, and may cost. */
final class Exploring {

	private static final long HOUR = TimeUnit.HOURS.toNanos(1);

	/** Less is not worth an experiment. */
	private static final double SHORTEST = 10;

	private final AutopilotSettings settings;

	private long began;

	private double seconds;

	private double outside;

	private double allSeconds;

	private double allOutside;

	/** Calls outside the objective in the present experiment, beyond the usual ones. */
	private double present;

	private final Map<Verdict, Long> experiments = new EnumMap<>(Verdict.class);

	Exploring(AutopilotSettings settings, long nanos) {
		this.settings = settings;
		this.began = nanos;
	}

	/**
	 * Adds calls of a candidate. One that has fewer calls outside the objective than
	 * usual gives the next one no right to more.
	 * @param usual share of calls that are outside the objective without it
	 */
	void add(Calls calls, double usual) {
		this.seconds += calls.seconds();
		this.allSeconds += calls.seconds();
		this.present += calls.outside() - usual * calls.ended();
	}

	/** The present experiment has ended. */
	void count(Verdict verdict) {
		this.experiments.merge(verdict, 1L, Long::sum);
		this.outside += Math.max(0, this.present);
		this.allOutside += Math.max(0, this.present);
		this.present = 0;
	}

	/** Seconds that candidates may still be in force. */
	double left(long nanos) {
		if (nanos - this.began >= HOUR) {
			this.began += (nanos - this.began) / HOUR * HOUR;
			this.seconds = 0;
			this.outside = 0;
		}
		return this.settings.exploration() * TimeUnit.HOURS.toSeconds(1) - this.seconds;
	}

	/** Why nothing may be tried in this hour any more, {@code null} if it may. */
	@Nullable String exhausted(long nanos, double callsPerSecond) {
		if (left(nanos) < SHORTEST) {
			return "candidates have been in force for the %.0f s of this hour that max-time allows"
				.formatted(this.seconds);
		}
		double most = this.settings.outside() * callsPerSecond * TimeUnit.HOURS.toSeconds(1);
		double caused = this.outside + Math.max(0, this.present);
		return (caused > most)
				? "candidates have caused %.0f calls outside the objective in this hour, and max-outside allows %.0f"
					.formatted(caused, most)
				: null;
	}

	AutopilotView.Exploration shown(long nanos) {
		return new AutopilotView.Exploration(this.allSeconds, this.allOutside, Math.max(0, left(nanos)),
				Map.copyOf(this.experiments));
	}

}
