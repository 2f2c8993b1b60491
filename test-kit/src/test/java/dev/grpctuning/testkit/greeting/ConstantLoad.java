package dev.grpctuning.testkit.greeting;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

import com.google.common.util.concurrent.FutureCallback;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.MoreExecutors;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.hello.v1.HelloServiceGrpc;

import static org.awaitility.Awaitility.await;

/**
 * Calls at a constant rate, on a few connections, until it is closed; every call is
 * accounted for. A call is one attempt. Unless it is to overload the server, it starts no
 * call while many are open, because a busy machine cannot answer all.
 */
public final class ConstantLoad implements AutoCloseable {

	private static final int CHANNELS = 4;

	private static final int MANY = 100;

	private static final int CALLS_PER_SECOND = 1000;

	private final List<ManagedChannel> channels = new ArrayList<>();

	private final AtomicLong started = new AtomicLong();

	/** Numbers of the calls that have not ended. */
	private final NavigableSet<Long> open = new ConcurrentSkipListSet<>();

	private final LongAdder answered = new LongAdder();

	private final Queue<Long> answerNanos = new ConcurrentLinkedQueue<>();

	private final ConcurrentMap<Status.Code, AtomicInteger> failures = new ConcurrentHashMap<>();

	private final ConcurrentMap<String, Integer> descriptions = new ConcurrentHashMap<>();

	private final Thread thread;

	private volatile boolean stopped;

	private final boolean patient;

	private final int mostOpen;

	private final long nanosBetweenCalls;

	private ConstantLoad(GreetingServer server, boolean patient, int mostOpen, int callsPerSecond) {
		this.patient = patient;
		this.mostOpen = mostOpen;
		this.nanosBetweenCalls = TimeUnit.SECONDS.toNanos(1) / callsPerSecond;
		for (int i = 0; i < CHANNELS; i++) {
			this.channels.add(server.channel());
		}
		this.thread = new Thread(this::run, "constant-load");
	}

	public static ConstantLoad start(GreetingServer server) {
		return start(server, false, MANY, CALLS_PER_SECOND);
	}

	/** Starts calls that wait for a connection while there is none. */
	public static ConstantLoad startWaitingForReady(GreetingServer server) {
		return startWaitingForReady(server, CALLS_PER_SECOND);
	}

	/** Does the same at another rate. */
	public static ConstantLoad startWaitingForReady(GreetingServer server, int callsPerSecond) {
		return start(server, true, MANY, callsPerSecond);
	}

	/** Starts calls however many are open. */
	public static ConstantLoad startOverload(GreetingServer server) {
		return startOverload(server, CALLS_PER_SECOND);
	}

	/** Does the same at another rate. */
	public static ConstantLoad startOverload(GreetingServer server, int callsPerSecond) {
		return start(server, false, Integer.MAX_VALUE, callsPerSecond);
	}

	private static ConstantLoad start(GreetingServer server, boolean patient, int mostOpen, int callsPerSecond) {
		ConstantLoad load = new ConstantLoad(server, patient, mostOpen, callsPerSecond);
		load.thread.start();
		load.awaitAnswers(100);
		return load;
	}

	private void run() {
		long next = System.nanoTime();
		for (int i = 0; !this.stopped; i++) {
			if (unaccounted() < this.mostOpen) {
				call(this.channels.get(i % CHANNELS));
			}
			next += this.nanosBetweenCalls;
			LockSupport.parkNanos(next - System.nanoTime());
		}
	}

	private void call(ManagedChannel channel) {
		Long number = this.started.incrementAndGet();
		this.open.add(number);
		long start = System.nanoTime();
		HelloServiceGrpc.HelloServiceFutureStub stub = HelloServiceGrpc.newFutureStub(channel);
		Futures.addCallback((this.patient ? stub.withWaitForReady() : stub).withDeadlineAfter(240, TimeUnit.SECONDS)
			.sayHello(HelloRequest.getDefaultInstance()), new FutureCallback<HelloResponse>() {

				@Override
				public void onSuccess(@Nullable HelloResponse response) {
					ConstantLoad.this.answerNanos.add(System.nanoTime() - start);
					ConstantLoad.this.answered.increment();
					ConstantLoad.this.open.remove(number);
				}

				@Override
				public void onFailure(Throwable failure) {
					Status status = Status.fromThrowable(failure);
					ConstantLoad.this.descriptions.merge(status.toString(), 1, Integer::sum);
					ConstantLoad.this.failures.computeIfAbsent(status.getCode(), (code) -> new AtomicInteger())
						.incrementAndGet();
					ConstantLoad.this.open.remove(number);
				}

			}, MoreExecutors.directExecutor());
	}

	/** Waits until so many calls more have been answered. */
	public void awaitAnswers(int more) {
		long until = this.answered.sum() + more;
		await().pollInterval(Duration.ofMillis(20)).until(() -> this.answered.sum() >= until);
	}

	/**
	 * Waits until so many calls more have been answered, and all that are open now have
	 * ended. A client repeats a call that a swap has refused once, but not twice.
	 */
	public void settle(int more) {
		long last = this.started.get();
		awaitAnswers(more);
		awaitAllBut(0, last);
	}

	/** Waits until all calls that are open now have ended but for a number of them. */
	public void awaitAllBut(int waiting) {
		awaitAllBut(waiting, this.started.get());
	}

	private void awaitAllBut(int waiting, long last) {
		await().pollDelay(Duration.ZERO)
			.pollInterval(Duration.ofMillis(1))
			.until(() -> this.open.headSet(last, true).size() <= waiting);
	}

	/**
	 * The 99th percentile of the time to the answer, over so many answers from now on.
	 */
	public Duration percentile99(int answers) {
		this.answerNanos.clear();
		awaitAnswers(answers);
		long[] sorted = this.answerNanos.stream().mapToLong(Long::longValue).sorted().toArray();
		return Duration.ofNanos(sorted[sorted.length * 99 / 100]);
	}

	public int failures(Status.Code code) {
		AtomicInteger count = this.failures.get(code);
		return (count != null) ? count.get() : 0;
	}

	/** Failed calls by description. */
	public Map<String, Integer> failures() {
		return this.descriptions;
	}

	public long unaccounted() {
		int failed = this.failures.values().stream().mapToInt(AtomicInteger::get).sum();
		return this.started.get() - this.answered.sum() - failed;
	}

	/** Stops calling and waits until the last call has ended. */
	public void stop() {
		this.stopped = true;
		try {
			this.thread.join();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		await().until(() -> unaccounted() == 0);
	}

	@Override
	public void close() {
		this.stopped = true;
		this.channels.forEach(ManagedChannel::shutdownNow);
	}

}
