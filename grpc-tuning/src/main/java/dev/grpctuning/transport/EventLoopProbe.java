package dev.grpctuning.transport;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;
import java.util.stream.LongStream;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import io.netty.channel.EventLoop;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.observe.DurationCounts;

/**
 * Measures how late the event loops run their tasks, a few times per second. It samples
 * the stack of a loop that does not answer, to name the method of the application that
 * blocks it. It probes only loops with a connection, because a task starts a thread.
 * <p>
 * A loop has one task of the probe at a time. Those that were due while it waited would
 * have waited too, and are reported as such: otherwise a loop that is blocked for one
 * second of ten would show one late task among 45 (coordinated omission).
 */
public final class EventLoopProbe implements AutoCloseable {

	private static final Duration INTERVAL = Duration.ofMillis(200);

	private static final long BLOCKED_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

	private static final List<String> FRAMEWORKS = List.of("java.", "jdk.", "sun.", "io.netty.", "io.grpc.",
			"com.google.", "dev.grpctuning.call.");

	private final Duration interval;

	private final Supplier<Collection<EventLoop>> loops;

	private final ObjLongConsumer<EventLoop> lags;

	private final Map<EventLoop, Long> unanswered = new ConcurrentHashMap<>();

	private @Nullable ScheduledExecutorService scheduler;

	private final DurationCounts measured = new DurationCounts();

	private final LateEventLoops late = new LateEventLoops();

	private volatile @Nullable BlockedEventLoop blocked;

	/** Creates the probe, which reports lags in nanoseconds on the event loops. */
	public EventLoopProbe(Supplier<Collection<EventLoop>> loops, ObjLongConsumer<EventLoop> lags) {
		this(INTERVAL, loops, lags);
	}

	EventLoopProbe(Duration interval, Supplier<Collection<EventLoop>> loops, ObjLongConsumer<EventLoop> lags) {
		this.interval = interval;
		this.loops = loops;
		this.lags = lags;
	}

	/** Starts its thread, unless it has one. */
	public synchronized void start() {
		if (this.scheduler == null) {
			this.scheduler = Executors.newSingleThreadScheduledExecutor(
					new ThreadFactoryBuilder().setNameFormat("grpc-server-probe").setDaemon(true).build());
			this.scheduler.scheduleWithFixedDelay(this::probe, this.interval.toNanos(), this.interval.toNanos(),
					TimeUnit.NANOSECONDS);
		}
	}

	/** Last time that code of the application blocked an event loop. */
	public Optional<BlockedEventLoop> blocked() {
		return Optional.ofNullable(this.blocked);
	}

	/** Lags of all event loops since the start. */
	public DurationCounts.Snapshot lags() {
		return this.measured.snapshot();
	}

	/** The latest times in which event loops ran tasks late. */
	public List<LateEventLoop> late() {
		return this.late.latest();
	}

	private void probe() {
		try {
			this.unanswered.forEach(this::look);
			this.loops.get().forEach(this::handOver);
		}
		catch (RuntimeException | Error ex) {
			// Such as an OutOfMemoryError. A task that throws would never run again.
		}
	}

	private void handOver(EventLoop loop) {
		long handedOver = System.nanoTime();
		if (this.unanswered.putIfAbsent(loop, handedOver) == null) {
			try {
				loop.execute(() -> {
					this.unanswered.remove(loop);
					long waited = System.nanoTime() - handedOver;
					this.late.add(Thread.currentThread().getName(), Duration.ofNanos(waited), Instant.now());
					lags(waited, this.interval.toNanos()).forEach((late) -> {
						this.measured.record(late);
						this.lags.accept(loop, late);
					});
				});
			}
			catch (RuntimeException | Error ex) {
				// The event loop shuts down, or its thread could not be started.
				this.unanswered.remove(loop);
			}
		}
	}

	/** Lag of a task, and of those that would have been handed over while it waited. */
	static LongStream lags(long late, long interval) {
		return LongStream.iterate(late, (each) -> each == late || each > 0, (each) -> each - interval);
	}

	private void look(EventLoop loop, long handedOver) {
		long late = System.nanoTime() - handedOver;
		if (loop.isShuttingDown()) {
			this.unanswered.remove(loop);
		}
		else if (late > BLOCKED_NANOS) {
			EventLoopState.thread(loop).ifPresent((thread) -> look(thread, late));
		}
	}

	private void look(Thread thread, long lateNanos) {
		Arrays.stream(thread.getStackTrace())
			.filter((frame) -> FRAMEWORKS.stream().noneMatch(frame.getClassName()::startsWith))
			.findFirst()
			.ifPresent((frame) -> this.blocked = new BlockedEventLoop(thread.getName(),
					frame.getClassName() + "." + frame.getMethodName(), Duration.ofNanos(lateNanos), Instant.now()));
	}

	/** Ends its thread, until it is started again. */
	@Override
	public synchronized void close() {
		if (this.scheduler != null) {
			this.scheduler.shutdownNow();
			this.scheduler = null;
		}
	}

	/**
	 * An event loop that code of the application held up.
	 *
	 * @param atLeast how long it had not answered when that was seen
	 */
	public record BlockedEventLoop(String thread, String method, Duration atLeast, Instant at) {

	}

	/** A time in which an event loop did not run a task that was handed over to it. */
	public record LateEventLoop(String thread, Instant from, Instant until) {

	}

}
