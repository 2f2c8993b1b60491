package dev.grpctuning.load.server.process;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

/**
 * CPU time of a process of this user in nanoseconds, that of ended threads included. The
 * ticks of {@code /proc/PID/stat} are a hundredth of a second, which is too coarse for a
 * slice. Linux has a clock for each process: {@code clock_getcpuclockid(3)}.
 */
public final class CpuClock implements LongSupplier {

	/** The bits of a clock that stand for the time as the scheduler counts it. */
	private static final int SCHEDULER = 2;

	private static final @Nullable MethodHandle CLOCK_GETTIME = find();

	private final ProcessHandle process;

	private final int clock;

	private final MemorySegment time = Arena.ofAuto().allocate(ValueLayout.JAVA_LONG, 2);

	public CpuClock(ProcessHandle process) {
		this.process = process;
		this.clock = (~(int) process.pid() << 3) | SCHEDULER;
	}

	@SuppressWarnings("restricted")
	private static @Nullable MethodHandle find() {
		try {
			Linker linker = Linker.nativeLinker();
			return linker.defaultLookup()
				.find("clock_gettime")
				.map((function) -> linker.downcallHandle(function,
						FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.ADDRESS)))
				.orElse(null);
		}
		catch (UnsupportedOperationException | IllegalCallerException ex) {
			return null;
		}
	}

	/** Returns the time; where there is no such clock, that of its ticks. */
	@Override
	public long getAsLong() {
		try {
			if (CLOCK_GETTIME != null && (int) CLOCK_GETTIME.invokeExact(this.clock, this.time) == 0) {
				return this.time.getAtIndex(ValueLayout.JAVA_LONG, 0) * 1_000_000_000L
						+ this.time.getAtIndex(ValueLayout.JAVA_LONG, 1);
			}
		}
		catch (Throwable ex) {
			throw new IllegalStateException("clock_gettime of process " + this.process.pid() + " failed", ex);
		}
		return this.process.info().totalCpuDuration().map((duration) -> duration.toNanos()).orElse(0L);
	}

}
