package dev.grpctuning.transport;

import io.netty.util.ResourceLeakDetector;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.Settings;
import dev.grpctuning.settings.socket.LeakDetection;

/** Netty's detection of buffers that are never released, which the whole JVM shares. */
public final class BufferLeaks {

	/** Level before the starter changed it, {@code null} if it has not. */
	private static ResourceLeakDetector.@Nullable Level original;

	private BufferLeaks() {
	}

	/** Takes effect for the buffers that are allocated from now on. */
	public static synchronized void update(Settings settings) {
		LeakDetection wanted = settings.get(Knobs.LEAK_DETECTION);
		if (wanted != null) {
			original = (original != null) ? original : ResourceLeakDetector.getLevel();
			ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.valueOf(wanted.name()));
		}
		else if (original != null) {
			ResourceLeakDetector.setLevel(original);
			original = null;
		}
	}

	public static LeakDetection level() {
		return LeakDetection.valueOf(ResourceLeakDetector.getLevel().name());
	}

}
