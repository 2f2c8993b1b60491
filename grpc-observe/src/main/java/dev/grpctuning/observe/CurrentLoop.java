package dev.grpctuning.observe;

import io.netty.util.concurrent.EventExecutor;
import io.netty.util.internal.ThreadExecutorMap;
import org.jspecify.annotations.Nullable;

/** Event loop of the current thread, which only an internal class of Netty knows. */
public final class CurrentLoop {

	private static final boolean KNOWN = isKnownToNetty();

	private CurrentLoop() {
	}

	/** Whether this version of Netty has the class. */
	public static boolean isKnown() {
		return KNOWN;
	}

	/** The event loop, {@code null} on any other thread. */
	public static @Nullable EventExecutor get() {
		return KNOWN ? ThreadExecutorMap.currentExecutor() : null;
	}

	private static boolean isKnownToNetty() {
		try {
			ThreadExecutorMap.currentExecutor();
			return true;
		}
		catch (LinkageError ex) {
			return false;
		}
	}

}
