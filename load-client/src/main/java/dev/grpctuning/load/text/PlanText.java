package dev.grpctuning.load.text;

import java.util.Locale;
import java.util.stream.Collectors;

import dev.grpctuning.load.result.ResultFile;
import dev.grpctuning.load.result.plan.ChangeDocument;
import dev.grpctuning.load.result.plan.ClosedDocument;
import dev.grpctuning.load.result.plan.OpenDocument;
import dev.grpctuning.load.result.plan.PlanDocument;
import dev.grpctuning.load.stats.Figures;

/**
 * A plan in words.
 */
public final class PlanText {

	private PlanText() {
	}

	/**
	 * The plan in words.
	 */
	public static String of(PlanDocument plan) {
		StringBuilder text = new StringBuilder(load(plan));
		if (plan.durationSeconds() != null && plan.open() == null) {
			text.append(" for ").append(seconds(plan.durationSeconds()));
		}
		if (plan.warmup().seconds() > 0) {
			text.append(", after a warm-up of ")
				.append(plan.warmup().auto() ? "up to " : "")
				.append(seconds(plan.warmup().seconds()));
		}
		text.append("; ").append(plan.call().method());
		if (plan.call().codec() != null) {
			text.append(" in ").append(ResultFile.kebab(plan.call().codec()));
		}
		text.append(", ").append(plan.channels()).append((plan.channels() == 1) ? " channel" : " channels");
		return text.append(", ").append(engine(plan)).toString();
	}

	private static String engine(PlanDocument plan) {
		return (plan.stub() != null) ? ResultFile.kebab(plan.stub()) + " stub"
				: ResultFile.kebab(plan.engine()) + " engine";
	}

	private static String load(PlanDocument plan) {
		if (plan.burst() != null) {
			return bursts(plan.burst());
		}
		if (plan.blocking() != null) {
			return number(plan.blocking().clients()) + " blocking clients";
		}
		if (plan.closed() != null) {
			return closed(plan.closed()) + " calls kept open on each channel";
		}
		return (plan.open() != null) ? open(plan, plan.open()) : plan.model();
	}

	private static String bursts(PlanDocument.Burst bursts) {
		return "%s of %s calls, %s ms apart".formatted(
				(bursts.count() != null) ? number(bursts.count()) + " bursts" : "bursts", number(bursts.size()),
				number(bursts.intervalMillis()));
	}

	private static String closed(ClosedDocument closed) {
		if (closed.ramp() != null) {
			return ramp(closed.ramp());
		}
		if (closed.steps() != null) {
			return steps(closed.steps());
		}
		return (closed.outstanding() != null) ? number(closed.outstanding()) : "no";
	}

	private static String open(PlanDocument plan, OpenDocument open) {
		if (open.replay() != null) {
			return number(open.replay().calls()) + " calls when " + open.replay().file() + " says";
		}
		String duration = (plan.durationSeconds() != null) ? " for " + seconds(plan.durationSeconds()) : "";
		String arrivals = (open.arrivals() != null) ? " (" + ResultFile.kebab(open.arrivals()) + " arrivals)" : "";
		return rate(open) + " calls per second" + duration + arrivals;
	}

	private static String rate(OpenDocument open) {
		if (open.ramp() != null) {
			return ramp(open.ramp());
		}
		if (open.steps() != null) {
			return steps(open.steps());
		}
		return (open.callsPerSecond() != null) ? number(open.callsPerSecond()) : "no";
	}

	private static String ramp(ChangeDocument.Ramp ramp) {
		return "from %s to %s (over %s)".formatted(number(ramp.from()), number(ramp.to()), seconds(ramp.overSeconds()));
	}

	private static String steps(ChangeDocument.Steps steps) {
		return steps.values().stream().map(PlanText::number).collect(Collectors.joining(", ")) + " (each "
				+ seconds(steps.eachSeconds()) + ")";
	}

	private static String seconds(double seconds) {
		return number(seconds) + " s";
	}

	private static String number(double number) {
		return (number == Math.rint(number)) ? Figures.count((long) number)
				: String.format(Locale.ROOT, "%,.3f", number).replaceFirst("0+$", "");
	}

}
