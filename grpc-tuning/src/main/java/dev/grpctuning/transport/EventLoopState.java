package dev.grpctuning.transport;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.SingleThreadEventExecutor;
import org.jspecify.annotations.Nullable;

/**
 * What an event loop does at this moment.
 *
 * @param thread name of its thread, {@code null} if it has none now
 */
public record EventLoopState(@Nullable String thread, int pendingTasks) {

	/** Reads the state of a group without starting threads. */
	public static List<EventLoopState> of(EventLoopGroup group) {
		List<Thread> threads = threads();
		List<EventLoopState> states = new ArrayList<>();
		for (EventExecutor loop : group) {
			String name = threads.stream().filter(loop::inEventLoop).map(Thread::getName).findFirst().orElse(null);
			states.add(new EventLoopState(name,
					(loop instanceof SingleThreadEventExecutor single) ? single.pendingTasks() : 0));
		}
		return states;
	}

	static Optional<Thread> thread(EventExecutor loop) {
		return threads().stream().filter(loop::inEventLoop).findFirst();
	}

	private static List<Thread> threads() {
		ThreadGroup root = Thread.currentThread().getThreadGroup();
		while (root.getParent() != null) {
			root = root.getParent();
		}
		Thread[] threads = new Thread[2 * root.activeCount() + 16];
		root.enumerate(threads);
		return Arrays.stream(threads).filter(Objects::nonNull).toList();
	}

}
