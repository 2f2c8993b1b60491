package dev.grpctuning.load.serve;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.cli.RunTarget;
import dev.grpctuning.load.config.LoadProperties;
import dev.grpctuning.load.engine.ChannelsFactory;
import dev.grpctuning.load.engine.LoadRun;
import dev.grpctuning.load.engine.LoadRun.RunListener;
import dev.grpctuning.load.engine.channel.CallChannels;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.load.engine.result.Progress;
import dev.grpctuning.load.latency.LatencyInterval;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.transport.TargetAddress;
import dev.grpctuning.load.transport.TargetUnreachableException;

/** Load without an end: waits for its server and drives it until it is stopped. */
final class Drive implements RunListener, LoadEndpoint.Control {

	private static final long WAITING_LINE_NANOS = TimeUnit.SECONDS.toNanos(10);

	private final LoadPlan plan;

	private final TargetAddress address;

	private final ChannelsFactory channels;

	private final LoadMeters meters;

	private final DriveHealth health;

	private final RunListener listener;

	private final PrintStream out;

	private final StatusDocument.RunStatus status;

	private final CountDownLatch stopped = new CountDownLatch(1);

	private volatile @Nullable LoadRun run;

	Drive(LoadPlan plan, TargetAddress address, ChannelsFactory channels, LoadMeters meters, DriveHealth health,
			RunListener listener, PrintStream out) {
		this.plan = plan;
		this.address = address;
		this.channels = channels;
		this.meters = meters;
		this.health = health;
		this.listener = listener;
		this.out = out;
		this.status = new StatusDocument.RunStatus(1, address.toString(), plan);
	}

	@Nullable LoadResult run(Duration connectTimeout) throws InterruptedException {
		CallChannels connected = connect(connectTimeout);
		if (connected == null) {
			return null;
		}
		try (connected) {
			LoadRun load = new LoadRun(this.plan, connected, this, this.meters);
			this.run = load;
			if (this.stopped.getCount() == 0) {
				load.finish();
			}
			this.status.driving(load);
			this.health.driving(this.plan.model());
			this.meters.planned(this.plan.model().callsPerSecond(0));
			return load.run();
		}
	}

	@Override
	public void progress(Progress progress) {
		this.meters.second(progress, this.plan.model());
		this.health.second(progress);
		this.status.second(progress);
		this.listener.progress(progress);
	}

	@Override
	public void interval(LatencyInterval latencies, Instant from, Instant to) {
		this.listener.interval(latencies, from, to);
	}

	@Override
	public StatusDocument status() {
		return new StatusDocument(this.status.state(), this.status.document(), null);
	}

	/** There is none while the endpoint is available. */
	@Override
	public @Nullable RunDocument result() {
		return null;
	}

	@Override
	public StatusDocument start(Supplier<LoadProperties> plan) {
		throw new ConflictException("drive has a plan of its own until it ends; ./lab serve takes plans.");
	}

	@Override
	public boolean stop() {
		this.stopped.countDown();
		this.status.stopping();
		LoadRun load = this.run;
		if (load != null) {
			load.finish();
		}
		return true;
	}

	private @Nullable CallChannels connect(Duration timeout) throws InterruptedException {
		long nextLine = System.nanoTime();
		do {
			try {
				return this.channels.open(this.address, this.plan, timeout);
			}
			catch (TargetUnreachableException ex) {
				if (ex.isForGood()) {
					throw RunTarget.refusal(ex);
				}
				this.health.waiting(String.valueOf(ex.getMessage()));
				if (System.nanoTime() - nextLine >= 0) {
					nextLine = System.nanoTime() + WAITING_LINE_NANOS;
					this.out.println("waiting: " + ex.getMessage() + "; tried again every second");
				}
			}
		}
		while (!this.stopped.await(1, TimeUnit.SECONDS));
		return null;
	}

}
