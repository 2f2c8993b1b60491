package dev.grpctuning.load.server;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.server.tuning.Knob;
import dev.grpctuning.load.server.tuning.ServerTuning;
import dev.grpctuning.load.server.tuning.TuningRefusedException;

/**
 * Gives a running server the settings of each variant, and restores its own at the end.
 */
public final class LiveTuning {

	private static final Duration POLL = Duration.ofMillis(50);

	private static final String ROUTES = "executor.routes";

	private final TuningClient client;

	/** What was set through the endpoint before, and must be set again. */
	private final Map<String, @Nullable String> former;

	private boolean changed;

	private LiveTuning(TuningClient client, Map<String, @Nullable String> former) {
		this.client = client;
		this.former = former;
	}

	public static LiveTuning of(ObservedServer server)
			throws TuningRefusedException, IOException, InterruptedException {
		return new LiveTuning(server.tuningClient(), changes(server.tuningClient().read()));
	}

	private static Map<String, @Nullable String> changes(ServerTuning tuning) {
		Map<String, @Nullable String> changes = new TreeMap<>();
		tuning.knobs().stream().filter(Knob::changed).forEach((knob) -> changes.put(knob.name(), knob.configured()));
		return changes;
	}

	/** Whether a connection is refused; a server that answers late may live. */
	public boolean isGone() throws InterruptedException {
		return this.client.isGone();
	}

	/** Finds out whether values can be set, without setting them. */
	public void check(Map<String, String> values) throws TuningRefusedException, IOException, InterruptedException {
		if (this.former.containsKey(ROUTES) && values.keySet().stream().anyMatch((name) -> name.startsWith(ROUTES))) {
			throw new TuningRefusedException(ROUTES
					+ ": was set through the endpoint before and could not be given back; set it to null there.");
		}
		this.client.tryOut(new TreeMap<>(values));
	}

	/**
	 * Sets values and takes away all that was set here before. Waits until former
	 * executors and generations of the server have ended.
	 * @throws TuningRefusedException if the server refuses, or has not changed in time
	 */
	public void apply(Map<String, String> values, Duration timeout)
			throws TuningRefusedException, IOException, InterruptedException {
		giveBack();
		if (!values.isEmpty()) {
			this.changed = true;
			this.client.change(new TreeMap<>(values));
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
		Map<String, @Nullable String> now = changes(this.client.read());
		Map<String, @Nullable String> back = new TreeMap<>();
		Stream.concat(now.keySet().stream(), this.former.keySet().stream())
			.filter((name) -> !Objects.equals(now.get(name), this.former.get(name)))
			.forEach((name) -> back.put(name, this.former.get(name)));
		if (!back.isEmpty()) {
			this.client.change(back);
		}
		this.changed = false;
	}

	public String former() {
		return this.former.entrySet()
			.stream()
			.map((entry) -> entry.getKey() + "=" + entry.getValue())
			.collect(Collectors.joining(", "));
	}

}
