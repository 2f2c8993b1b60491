package dev.grpctuning.load.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

import io.grpc.Status;

import dev.grpctuning.load.engine.channel.CallChannels;
import dev.grpctuning.load.engine.channel.CallChannels.CallChannel;
import dev.grpctuning.load.engine.channel.OpenCall;

/**
 * Channels without a network, all on one real thread. What becomes of a call is up to the
 * test.
 */
public final class FakeChannels implements CallChannels {

	private final ScheduledExecutorService executor;

	private final List<FakeChannel> channels;

	private final Queue<Integer> order = new ConcurrentLinkedQueue<>();

	private final AtomicInteger number = new AtomicInteger();

	private FakeChannels(int channels, ScheduledExecutorService executor, Consumer<FakeCall> behaviour) {
		this.executor = executor;
		this.channels = IntStream.range(0, channels)
			.mapToObj((index) -> new FakeChannel(index, this, behaviour))
			.toList();
	}

	public static FakeChannels of(int channels, Consumer<FakeCall> behaviour) {
		ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1,
				Thread.ofPlatform().daemon().factory());
		// Like that of an open connection, it need not be started first.
		executor.prestartAllCoreThreads();
		return of(channels, executor, behaviour);
	}

	public static FakeChannels of(int channels, ScheduledExecutorService executor, Consumer<FakeCall> behaviour) {
		return new FakeChannels(channels, executor, behaviour);
	}

	static Consumer<FakeCall> answering() {
		return FakeCall::answerLater;
	}

	/** Answers calls by their number, from 1, and leaves the others open. */
	static Consumer<FakeCall> answering(IntPredicate numbers) {
		return (call) -> {
			if (numbers.test(call.number())) {
				call.answerLater();
			}
		};
	}

	static Consumer<FakeCall> failingEveryFourth() {
		return (call) -> {
			if (call.number() % 4 == 0) {
				call.failLater(Status.INTERNAL);
			}
			else {
				call.answerLater();
			}
		};
	}

	static Consumer<FakeCall> failing(Status status) {
		return (call) -> call.failLater(status);
	}

	/** Leaves calls open until the test ends those that it takes from {@link #held()}. */
	public static Consumer<FakeCall> holding() {
		return (call) -> {
		};
	}

	@Override
	public List<FakeChannel> all() {
		return this.channels;
	}

	/** The indexes of the channels on which calls were started, in order. */
	List<Integer> order() {
		return List.copyOf(this.order);
	}

	/** The calls that are open now. */
	public List<FakeCall> held() {
		List<FakeCall> held = new ArrayList<>();
		this.channels.forEach((channel) -> held.addAll(channel.held));
		return held;
	}

	int started() {
		return this.channels.stream().mapToInt(FakeChannel::started).sum();
	}

	/** The most calls that were open at once, each channel taken for itself. */
	List<Integer> mostOpen() {
		return this.channels.stream().map((channel) -> channel.mostOpen.get()).toList();
	}

	@Override
	public void close() {
		this.executor.shutdownNow();
	}

	/** A channel. */
	public static final class FakeChannel implements CallChannel {

		private final int index;

		private final FakeChannels channels;

		private final Consumer<FakeCall> behaviour;

		private final Queue<FakeCall> held = new ConcurrentLinkedQueue<>();

		private final AtomicInteger started = new AtomicInteger();

		private final AtomicInteger open = new AtomicInteger();

		private final AtomicInteger mostOpen = new AtomicInteger();

		private FakeChannel(int index, FakeChannels channels, Consumer<FakeCall> behaviour) {
			this.index = index;
			this.channels = channels;
			this.behaviour = behaviour;
		}

		@Override
		public void start(OpenCall call) {
			this.channels.order.add(this.index);
			this.started.incrementAndGet();
			this.mostOpen.accumulateAndGet(this.open.incrementAndGet(), Math::max);
			FakeCall fake = new FakeCall(this, call, this.channels.number.incrementAndGet());
			this.held.add(fake);
			this.behaviour.accept(fake);
		}

		@Override
		public ScheduledExecutorService executor() {
			return this.channels.executor;
		}

		int started() {
			return this.started.get();
		}

	}

	/**
	 * A call.
	 *
	 * @param number how many calls the channels had then, this one included
	 */
	public record FakeCall(FakeChannel channel, OpenCall call, int number) {

		void answerLater() {
			this.channel.executor().execute(this::answer);
		}

		void failLater(Status status) {
			this.channel.executor().execute(() -> fail(status));
		}

		void cancelLater() {
			this.channel.executor().execute(this::cancel);
		}

		/** To be called on the channel's thread. */
		public void answer() {
			leave();
			this.call.succeeded();
		}

		/** To be called on the channel's thread. */
		public void fail(Status status) {
			leave();
			this.call.failed(status);
		}

		/** To be called on the channel's thread. */
		public void cancel() {
			leave();
			this.call.cancelled();
		}

		private void leave() {
			this.channel.held.remove(this);
			this.channel.open.decrementAndGet();
		}

	}

}
