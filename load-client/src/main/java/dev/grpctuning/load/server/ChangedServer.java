package dev.grpctuning.load.server;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.server.tuning.ServerTuning;
import dev.grpctuning.load.server.tuning.TuningRefusedException;
import dev.grpctuning.load.template.Templates;

/**
 * A running server that gets the settings of one variant after the other. One that was
 * running before gets its own at the end.
 */
public final class ChangedServer implements RunServer {

	private static final Duration POLL = Duration.ofMillis(50);

	private final ObservedServer observed;

	/** Its process, or {@code null} if somebody else has started it. */
	private final @Nullable ForkedServer process;

	private final Duration timeout;

	/** What was set through the endpoint before, and must be set again. */
	private @Nullable Map<String, String> former;

	private boolean up;

	private boolean changed;

	private boolean used;

	/** Values of the present run. */
	private Map<String, String> values = Map.of();

	private boolean cold;

	private long gcLogBytes;

	private ChangedServer(ObservedServer observed, @Nullable ForkedServer process, Duration timeout) {
		this.observed = observed;
		this.process = process;
		this.timeout = timeout;
	}

	/** A server that was running before. */
	public static ChangedServer attached(ObservedServer observed, Duration timeout) {
		return new ChangedServer(observed, null, timeout);
	}

	public static ChangedServer started(ForkedServer process, Duration timeout) {
		return new ChangedServer(process.observed(), process, timeout);
	}

	public boolean isAlive() {
		return this.process == null || this.process.isAlive();
	}

	/** Waits until it is up, whatever its settings. */
	public void awaitUp() throws IOException, InterruptedException {
		if (!this.up && this.process != null) {
			this.process.awaitReady();
		}
		this.up = true;
	}

	private Map<String, String> former() throws TuningRefusedException, IOException, InterruptedException {
		if (this.former == null) {
			awaitUp();
			ServerTuning present = this.observed.endpoint().read();
			Optional<String> hidden = present.hidden();
			if (this.process == null && hidden.isPresent()) {
				throw new TuningRefusedException(
						"%s: the server does not show where it is set, so the experiment could not restore it; set management.endpoint.grpctuning.show-values=always in the server, or use a user who may see it."
							.formatted(hidden.get()));
			}
			this.former = present.changes();
		}
		return this.former;
	}

	/** Finds out whether values can be set and restored, without setting them. */
	public void check(Map<String, String> tried) throws TuningRefusedException, IOException, InterruptedException {
		Map<String, String> all = over(tried);
		this.observed.endpoint().change(all, true);
	}

	/** Values over those that were set before. An element of a list replaces the list. */
	private Map<String, String> over(Map<String, String> values)
			throws TuningRefusedException, IOException, InterruptedException {
		Map<String, String> all = new TreeMap<>(former());
		Set<String> knobs = values.keySet()
			.stream()
			.map((name) -> ServerTuning.uniform(name.replaceFirst("\\[.*", "")))
			.collect(Collectors.toSet());
		all.keySet().removeIf((name) -> knobs.contains(ServerTuning.uniform(name)));
		all.putAll(values);
		return all;
	}

	/**
	 * Begins a run, for which {@link #awaitReady()} sets values.
	 * @param changing whether other runs may have warmed up a server before this one
	 */
	public ChangedServer begin(Map<String, String> ofRun, boolean changing) {
		this.values = ofRun;
		this.cold = changing && this.process != null && !this.used;
		this.gcLogBytes = (this.process != null) ? this.process.gcLogBytes() : 0;
		this.used = true;
		return this;
	}

	/**
	 * Sets the values of the run instead of all that was set here before, in one change.
	 * Waits until former executors and generations of the server have ended.
	 * @throws TuningRefusedException if the server refuses, or has not changed in time
	 */
	@Override
	public void awaitReady() throws IOException, TuningRefusedException, InterruptedException {
		if (this.values.isEmpty() && this.former == null) {
			awaitUp();
			return;
		}
		Map<String, String> all = over(this.values);
		if (this.changed || !this.values.isEmpty()) {
			this.changed = true;
			this.observed.endpoint().change(all, false);
		}
		long begun = System.nanoTime();
		Optional<String> unfinished = this.observed.endpoint().read().unfinished();
		while (unfinished.isPresent()) {
			if (System.nanoTime() - begun > this.timeout.toNanos()) {
				throw new TuningRefusedException("the change is not complete after %d s: %s"
					.formatted(this.timeout.toSeconds(), unfinished.get()));
			}
			Thread.sleep(POLL);
			unfinished = this.observed.endpoint().read().unfinished();
		}
	}

	/** Lets live values take turns, over those that {@link #begin} has set. */
	public SlicesEndpoint slices() {
		return new SlicesEndpoint(this.observed);
	}

	@Override
	public boolean cold() {
		return this.cold;
	}

	@Override
	public ObservedServer observed() {
		return this.observed;
	}

	@Override
	public LongSupplier cpuClock() {
		return (this.process != null) ? this.process.cpuClock() : () -> 0;
	}

	/** The end of a process that somebody else started is not seen. */
	@Override
	public void onExit(Runnable action) {
		if (this.process != null) {
			this.process.onExit(action);
		}
	}

	/** A process that is not seen has ended when it refuses connections. */
	@Override
	public boolean hasEnded() throws InterruptedException {
		return (this.process != null) ? this.process.hasEnded()
				: this.former != null && this.observed.endpoint().isGone();
	}

	@Override
	public End end() throws IOException, InterruptedException {
		return (this.process != null)
				? this.process.end(this.gcLogBytes, this.process.isAlive() ? null : this.process.stop())
				: new End(null, null, List.of());
	}

	/** Does nothing, because the next run may use the server. */
	@Override
	public void close() {
	}

	/**
	 * Ends the process, or restores the settings that an attached server had, also if the
	 * experiment was interrupted.
	 */
	public void shutDown() throws IOException {
		boolean interrupted = Thread.interrupted();
		try (this.observed; ForkedServer own = this.process) {
			if (own != null) {
				own.stop();
			}
			else if (this.changed) {
				giveBack(Objects.requireNonNull(this.former));
			}
		}
		catch (InterruptedException ex) {
			interrupted = true;
		}
		finally {
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
	}

	private void giveBack(Map<String, String> before) throws IOException, InterruptedException {
		TuningEndpoint endpoint = this.observed.endpoint();
		try {
			endpoint.change(before, false);
			Map<String, String> now = endpoint.read().changes();
			if (!now.equals(before)) {
				throw new TuningRefusedException(
						"its endpoint shows the changes %s instead of %s".formatted(now, before));
			}
		}
		catch (TuningRefusedException | IOException ex) {
			throw new IOException(Templates.line("not-given-back", Map.of("gone", endpoint.isGone(), "reason",
					String.valueOf(ex.getMessage()), "former", !before.isEmpty(), "command", endpoint.command(before))),
					ex);
		}
	}

}
