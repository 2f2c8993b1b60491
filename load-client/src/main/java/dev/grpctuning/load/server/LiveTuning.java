package dev.grpctuning.load.server;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

import dev.grpctuning.load.server.tuning.Knob;
import dev.grpctuning.load.server.tuning.ServerTuning;
import dev.grpctuning.load.server.tuning.TuningRefusedException;

/**
 * Gives a running server the settings of each variant, and restores its own at the end.
 */
public final class LiveTuning {

	private static final Duration POLL = Duration.ofMillis(50);

	private final TuningClient client;

	/** What was set through the endpoint before, and must be set again. */
	private final Map<String, String> former;

	/** A knob of which the server does not show where it is set. */
	private final Optional<String> hidden;

	private boolean changed;

	private LiveTuning(TuningClient client, ServerTuning present) {
		this.client = client;
		this.former = changes(present);
		this.hidden = present.hidden();
	}

	public static LiveTuning of(ObservedServer server)
			throws TuningRefusedException, IOException, InterruptedException {
		return new LiveTuning(server.tuningClient(), server.tuningClient().read());
	}

	private static Map<String, String> changes(ServerTuning tuning) {
		Map<String, String> changes = new TreeMap<>();
		tuning.knobs()
			.stream()
			.filter(Knob::changed)
			.forEach((knob) -> changes.put(knob.name(), String.valueOf(knob.configured())));
		return changes;
	}

	/** Whether a connection is refused; a server that answers late may live. */
	public boolean isGone() throws InterruptedException {
		return this.client.isGone();
	}

	/** Finds out whether all that was set before can be given back. */
	public void checkGivingBack() throws TuningRefusedException {
		if (this.hidden.isPresent()) {
			throw new TuningRefusedException(
					"%s: the server does not show where it is set, so the experiment could not restore it; set management.endpoint.grpctuning.show-values=always in the server, or use a user who may see it."
						.formatted(this.hidden.get()));
		}
	}

	/** Finds out whether values can be set, without setting them. */
	public void check(Map<String, String> values) throws TuningRefusedException, IOException, InterruptedException {
		this.client.tryOut(over(values));
	}

	/** Values over those that were set before. An element of a list replaces the list. */
	private Map<String, String> over(Map<String, String> values) {
		Map<String, String> all = new TreeMap<>(this.former);
		Set<String> knobs = values.keySet()
			.stream()
			.map((name) -> ServerTuning.uniform(name.replaceFirst("\\[.*", "")))
			.collect(Collectors.toSet());
		all.keySet().removeIf((name) -> knobs.contains(ServerTuning.uniform(name)));
		all.putAll(values);
		return all;
	}

	/**
	 * Sets values instead of all that was set here before, in one change. Waits until
	 * former executors and generations of the server have ended.
	 * @throws TuningRefusedException if the server refuses, or has not changed in time
	 */
	public void apply(Map<String, String> values, Duration timeout)
			throws TuningRefusedException, IOException, InterruptedException {
		if (this.changed || !values.isEmpty()) {
			this.changed = true;
			this.client.change(over(values));
		}
		long begun = System.nanoTime();
		Optional<String> unfinished = this.client.read().unfinished();
		while (unfinished.isPresent()) {
			if (System.nanoTime() - begun > timeout.toNanos()) {
				throw new TuningRefusedException(
						"the change is not complete after %d s: %s".formatted(timeout.toSeconds(), unfinished.get()));
			}
			Thread.sleep(POLL);
			unfinished = this.client.read().unfinished();
		}
	}

	/** Takes away all that was set here, so that the server is what it was before. */
	public void giveBack() throws TuningRefusedException, IOException, InterruptedException {
		if (!this.changed) {
			return;
		}
		this.client.change(this.former);
		Map<String, String> now = changes(this.client.read());
		if (!now.equals(this.former)) {
			throw new TuningRefusedException(
					"its endpoint shows the changes %s instead of %s".formatted(now, this.former));
		}
		this.changed = false;
	}

	/** Whether values were set through the endpoint before. */
	public boolean hasFormer() {
		return !this.former.isEmpty();
	}

	/** Command that gives back by hand. */
	public String command() {
		return this.client.command(this.former);
	}

}
