package dev.grpctuning.autopilot;

import java.time.Instant;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.autopilot.experiment.SlicedService;
import dev.grpctuning.change.Turns;
import dev.grpctuning.settings.Knob;

/** What the autopilot sees of a server, and does to it. */
public interface TunedService extends SlicedService {

	/** The time of day. */
	Instant now();

	/** Number of calls that have ended, by full name of their method. */
	Map<String, Long> endedByMethod();

	/** Sum of their durations by full name of their method, in nanoseconds. */
	Map<String, Long> nanosByMethod();

	/** Why no experiment may run now, whatever the calls are; {@code null} if one may. */
	@Nullable String obstacle();

	/** Number of changes of the settings that others have made. */
	int otherChanges();

	/** Number of changes by {@link #adopt} that were taken back because of harm. */
	int reverts();

	/** What a knob is set to, empty if it is not set. */
	String value(Knob<?> knob);

	int processors();

	/** Knobs that the advice is about, the most urgent first. */
	List<String> advised();

	/**
	 * Lets a candidate, number 1, take turns with the present settings, number 0. If that
	 * is not possible, the turns have ended already.
	 */
	Turns alternate(Candidate candidate);

	/**
	 * Puts values in force to stay.
	 * @return whether they are in force
	 */
	boolean adopt(Map<String, String> values, String reason);

}
