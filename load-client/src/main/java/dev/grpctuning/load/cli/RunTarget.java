package dev.grpctuning.load;

import java.time.Duration;

import dev.grpctuning.failure.UsageException;
import dev.grpctuning.load.engine.CallChannels;
import dev.grpctuning.load.engine.LoadPlan;
import dev.grpctuning.load.engine.LoadResult;
import dev.grpctuning.load.experiment.ChannelsFactory;
import dev.grpctuning.load.report.RunDocument;
import dev.grpctuning.load.report.RunFailure;
import dev.grpctuning.load.target.CallPlan;
import dev.grpctuning.load.target.TargetAddress;
import dev.grpctuning.load.target.TargetUnreachableException;

/**
 * The server of one run that has a beginning and an end.
 *
 * @param address where it is
 * @param plan what is driven
 * @param channels opens connections
 * @param connectTimeout the longest wait for each
 */
record RunTarget(TargetAddress address, LoadPlan plan, ChannelsFactory channels, Duration connectTimeout) {

	/**
	 * A process that is told to end meanwhile has not much longer to write its result.
	 */
	private static final Duration LONGEST_CHECK = Duration.ofSeconds(5);

	/**
	 * Connects for the run.
	 * @throws UsageException if that is impossible
	 */
	CallChannels connect() throws InterruptedException {
		try {
			return this.channels.open(this.address, this.plan, this.connectTimeout);
		}
		catch (TargetUnreachableException ex) {
			throw refusal(ex);
		}
	}

	/**
	 * Says why there is no run, and what to do about it.
	 */
	static UsageException refusal(TargetUnreachableException failure) {
		String line = failure.isForGood() ? "%s; correct it."
				: "load.target: %s; start it with ./lab service, or name another host:port.";
		return new UsageException(line.formatted(failure.getMessage()), failure);
	}

	/**
	 * Says what came of the run, and whether its server is still there if it did not
	 * answer the last calls. To be called when the connections of the run are closed: a
	 * server may allow no other beside them.
	 */
	RunDocument document(LoadResult load) {
		return document(load, LONGEST_CHECK);
	}

	/**
	 * The same. What was measured must not be lost for the sake of the check: whatever
	 * comes of it, there is a document, and soon.
	 * @param longest the longest wait for the server, which says nothing of it if it is
	 * shorter than that of the run
	 */
	RunDocument document(LoadResult load, Duration longest) {
		RunDocument document = RunDocument.of("run", this.address.toString(), this.plan, load);
		if (load.silentSeconds() == null || load.stoppedBy() != null || !load.counts().anyAsPlanned()) {
			return document;
		}
		boolean shorter = longest.compareTo(this.connectTimeout) < 0;
		long begun = System.nanoTime();
		try {
			this.channels.open(this.address, onlyConnected(), shorter ? longest : this.connectTimeout).close();
		}
		catch (TargetUnreachableException ex) {
			boolean gaveUp = shorter && System.nanoTime() - begun >= longest.toNanos();
			if (!gaveUp && !ex.isForGood()) {
				return document.withFailure(RunFailure.gone(load.counts(), String.valueOf(ex.getMessage())));
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		catch (RuntimeException ex) {
			// Nothing has been found out about the server.
		}
		return document;
	}

	/**
	 * A plan for which nothing is asked but a connection as those of the run are: to be
	 * asked about itself, a server would need threads that its calls may have taken.
	 */
	private LoadPlan onlyConnected() {
		CallPlan call = CallPlan.HELLO.withSettings(this.plan.call().settings());
		return this.plan.with(this.plan.model(), call).withChannels(1);
	}

}
