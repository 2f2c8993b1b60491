package dev.grpctuning.call;

import java.util.Locale;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.settings.Knob;
import dev.grpctuning.settings.Knobs;

/** Why a call is refused. Clients get the text, which does not name any property. */
public enum Refusal {

	CONCURRENT_CALLS(Knobs.LIMIT_CONCURRENT_CALLS, "Too many calls are open"),

	CONCURRENT_STREAMS(Knobs.LIMIT_CONCURRENT_STREAMS, "Too many streams are open"),

	METHOD(Knobs.LIMIT_METHODS, "Too many calls of this method are open"),

	PRIORITY(Knobs.LIMIT_BY_PRIORITY, "Calls of this priority are refused now"),

	CLIENT(Knobs.LIMIT_BY_CLIENT, "Too many calls of this client are open"),

	QUEUE(Knobs.EXECUTOR_QUEUE_CAPACITY, "Too many calls wait for a thread"),

	QUEUE_TIME(Knobs.LIMIT_MAX_QUEUE_TIME, "The call waited too long for a thread"),

	DEADLINE(Knobs.LIMIT_MAX_QUEUE_TIME, "The deadline would pass before the call ends"),

	HEALTH(null, "Too many health checks are open");

	private final @Nullable Knob<?> knob;

	private final String text;

	Refusal(@Nullable Knob<?> knob, String text) {
		this.knob = knob;
		this.text = text;
	}

	String text() {
		return this.text;
	}

	/** Knob that refuses calls for this reason, {@code null} for a fixed limit. */
	public @Nullable Knob<?> knob() {
		return this.knob;
	}

	/** Value of the meter's tag. */
	public String tag() {
		return name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

}
