package dev.grpctuning.load.cli;

import java.io.PrintStream;
import java.time.Duration;

import org.apache.commons.lang3.ObjectUtils;

import dev.grpctuning.load.call.CallPlan;
import dev.grpctuning.load.engine.ChannelsFactory;
import dev.grpctuning.load.engine.channel.CallChannels;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.result.MeasuredLoad;
import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.hello.HelloCall;
import dev.grpctuning.load.pressure.ClientObservation;
import dev.grpctuning.load.result.PlanDocument;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.result.RunDocument.ObservedLoad;
import dev.grpctuning.load.result.RunFailure;
import dev.grpctuning.load.text.RunWords;
import dev.grpctuning.load.transport.TargetAddress;
import dev.grpctuning.load.transport.TargetUnreachableException;

/** The server of one run. */
public record RunTarget(TargetAddress address, LoadPlan plan, ChannelsFactory channels, Duration connectTimeout) {

	/** An interrupted process must write its result soon. */
	private static final Duration LONGEST_CHECK = Duration.ofSeconds(5);

	/** Prints what will be sent to a host that is not this machine. */
	public void announce(boolean quiet, PrintStream out) {
		if (!quiet && !this.address.isThisMachine()) {
			out.printf("%s is another machine. It will get %s.%n", this.address,
					RunWords.plan(PlanDocument.of(this.plan)));
		}
	}

	public CallChannels connect() throws InterruptedException {
		try {
			return this.channels.open(this.address, this.plan, this.connectTimeout);
		}
		catch (TargetUnreachableException ex) {
			throw refusal(ex);
		}
	}

	public static UsageException refusal(TargetUnreachableException failure) {
		String line = failure.isForGood() ? "%s; correct it." : failure.isNoServer()
				? "load.target: %s; start it with ./lab service, or name another host:port." : "load.target: %s.";
		return new UsageException(line.formatted(failure.getMessage()), failure);
	}

	/**
	 * Creates the result. Connects again to a server that stopped answering, to see
	 * whether it has gone; the run must be disconnected, because a server may allow no
	 * other connections.
	 */
	public RunDocument document(MeasuredLoad load, ClientObservation client) {
		RunDocument document = RunDocument.of("run", this.address.toString(),
				new ObservedLoad(this.plan, load, null, client), null);
		if (load.silentSeconds() == null || load.result().stoppedBy() != null
				|| !load.result().counts().anyAsPlanned()) {
			return document;
		}
		// SayHello needs no reflection, for which the server would need a free thread.
		CallPlan hello = HelloCall.PLAN.withSettings(this.plan.call().settings());
		LoadPlan one = this.plan.with(this.plan.model(), hello).withChannels(1);
		try {
			this.channels.open(this.address, one, ObjectUtils.min(this.connectTimeout, LONGEST_CHECK)).close();
		}
		catch (TargetUnreachableException ex) {
			if (!ex.isForGood()) {
				return document.with(document.outcome()
					.with(RunFailure.gone(load.result().counts(), String.valueOf(ex.getMessage()))));
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		catch (RuntimeException ex) {
			// The result stays valid, whatever the check finds.
		}
		return document;
	}

}
