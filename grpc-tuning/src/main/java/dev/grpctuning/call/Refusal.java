package dev.grpctuning.call;

import java.util.Locale;

/** Why a call is refused. Clients get the text, which does not name any property. */
public enum Refusal {

	CONCURRENT_CALLS("Too many calls are open"),

	CONCURRENT_STREAMS("Too many streams are open"),

	METHOD("Too many calls of this method are open"),

	PRIORITY("Calls of this priority are refused now"),

	CLIENT("Too many calls of this client are open"),

	QUEUE("Too many calls wait for a thread"),

	QUEUE_TIME("The call waited too long for a thread"),

	DEADLINE("The deadline would pass before the call ends"),

	HEALTH("Too many health checks are open");

	private final String text;

	Refusal(String text) {
		this.text = text;
	}

	String text() {
		return this.text;
	}

	/** Value of the meter's tag. */
	public String tag() {
		return name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

}
