package dev.grpctuning.observe;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * Reads Linux' counters of processor time in {@code /proc} and in the control group of
 * this process. Needs no privileges. A figure is {@code null} if its file is missing or
 * cannot be read. Safe for use by several threads.
 */
public final class LinuxCpu {

	private static final Pattern STALLED = Pattern.compile("some .*total=(\\d+)");

	/** Unit of {@code /proc/stat}: 100 per second on all architectures in use. */
	private static final double TICKS_PER_SECOND = 100;

	/** Reading the files of more threads would take more than some milliseconds. */
	private static final int MOST_THREADS = 1000;

	private final Path root;

	private final Map<String, Long> delays = new HashMap<>();

	private long delayNanos;

	/** Whether the delays of all threads were read the last time. */
	private boolean whole = true;

	/** Reads the files of the system whose root is a folder. */
	public LinuxCpu(Path root) {
		this.root = root;
	}

	/**
	 * Time in which at least one thread of the machine was ready to run and waited for a
	 * processor.
	 */
	public @Nullable Double pressureSeconds() {
		return read("proc/pressure/cpu").map(STALLED::matcher)
			.filter(Matcher::find)
			.map((total) -> Long.parseLong(total.group(1)) / 1e6)
			.findFirst()
			.orElse(null);
	}

	/**
	 * Time that the threads of this process were ready to run and waited for a processor,
	 * all together.
	 */
	public synchronized @Nullable Double delaySeconds() {
		List<Path> threads;
		try (Stream<Path> all = Files.list(this.root.resolve("proc/self/task"))) {
			threads = all.limit(MOST_THREADS).toList();
		}
		catch (IOException ex) {
			return null;
		}
		Map<String, Long> now = new HashMap<>();
		threads.forEach((thread) -> {
			String[] figures = String.join("", read(thread.resolve("schedstat")).toList()).split(" ");
			if (figures.length > 1) {
				now.put(thread.getFileName().toString(), Long.parseLong(figures[1]));
			}
		});
		now.forEach((thread, later) -> {
			// A thread that was left out until now may have run for hours.
			long before = this.delays.getOrDefault(thread, this.whole ? 0 : later);
			this.delayNanos += (later < before) ? later : later - before;
		});
		this.whole = threads.size() < MOST_THREADS;
		this.delays.clear();
		this.delays.putAll(now);
		return now.isEmpty() ? null : this.delayNanos / 1e9;
	}

	/** Periods of the CPU quota in which this process ran. */
	public @Nullable Double quotaPeriods() {
		return quota("nr_periods");
	}

	/** Periods in which it was stopped because its quota was used up. */
	public @Nullable Double throttledPeriods() {
		return quota("nr_throttled");
	}

	/** The highest of all control groups that have a quota for this process. */
	private @Nullable Double quota(String name) {
		return read("proc/self/cgroup").flatMap(this::groups)
			.flatMap((group) -> read(group.resolve("cpu.stat")))
			.filter((line) -> line.startsWith(name + " "))
			.map((line) -> Double.valueOf(line.substring(name.length() + 1)))
			.max(Double::compare)
			.orElse(null);
	}

	/** The group of a line and those above it, as they are usually mounted. */
	private Stream<Path> groups(String line) {
		String[] parts = line.split(":", 3);
		if (parts.length < 3 || !(parts[1].isEmpty() || List.of(parts[1].split(",")).contains("cpu"))) {
			return Stream.empty();
		}
		Path mount = this.root.resolve("sys/fs/cgroup").resolve(parts[1].isEmpty() ? "." : "cpu").normalize();
		Path group = mount.resolve(parts[2].replaceFirst("^/", "")).normalize();
		return Stream.iterate(group, (each) -> each != null && each.startsWith(mount), Path::getParent);
	}

	/** Time of all processors of the machine together, since its start. */
	public @Nullable Machine machine() {
		return read("proc/stat").filter((line) -> line.startsWith("cpu ")).map((line) -> {
			long[] ticks = Arrays.stream(line.substring(4).strip().split(" ")).mapToLong(Long::parseLong).toArray();
			long idle = ticks[3] + ticks[4];
			long steal = (ticks.length > 7) ? ticks[7] : 0;
			// Time of guests is in that of users.
			long busy = Arrays.stream(ticks).limit(8).sum() - idle - steal;
			return new Machine(busy / TICKS_PER_SECOND, steal / TICKS_PER_SECOND, idle / TICKS_PER_SECOND);
		}).findFirst().orElse(null);
	}

	private Stream<String> read(String file) {
		return read(this.root.resolve(file));
	}

	private static Stream<String> read(Path file) {
		try {
			return Files.readAllLines(file).stream();
		}
		catch (IOException ex) {
			return Stream.empty();
		}
	}

	/**
	 * Times of all processors.
	 *
	 * @param busySeconds time in which they ran processes
	 * @param stealSeconds time in which the hypervisor ran another machine on them, while
	 * a process here was ready
	 * @param idleSeconds time in which they had nothing to do
	 */
	public record Machine(double busySeconds, double stealSeconds, double idleSeconds) {

		/** The times since an earlier reading. */
		public Machine since(Machine earlier) {
			return new Machine(Math.max(0, this.busySeconds - earlier.busySeconds),
					Math.max(0, this.stealSeconds - earlier.stealSeconds),
					Math.max(0, this.idleSeconds - earlier.idleSeconds));
		}

		/** Share in which they were not idle, from 0 to 1; NaN if no time has passed. */
		public double takenShare() {
			double taken = this.busySeconds + this.stealSeconds;
			return taken / (taken + this.idleSeconds);
		}

	}

}
