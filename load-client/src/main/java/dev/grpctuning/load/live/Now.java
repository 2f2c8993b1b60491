package dev.grpctuning.load.live;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.result.Progress;
import dev.grpctuning.load.server.metrics.ServerSample;
import dev.grpctuning.load.text.Audience;

/**
 * What goes on at this moment, with the seconds of the current run. Thread-safe. Each
 * change wakes the pages that wait for one.
 */
final class Now implements Audience {

	/** A quarter of an hour. */
	private static final int MOST_POINTS = 900;

	private static final int MOST_LINES = 12;

	/** A page whose connection was lost is forgotten soon after this time. */
	static final Duration LONGEST_WAIT = Duration.ofSeconds(2);

	/** Before this much is done, the planned length is the better estimate. */
	private static final double ENOUGH = 0.1;

	private final LongSupplier nanoTime;

	private final Deque<Point> points = new ArrayDeque<>();

	private final Deque<String> lines = new ArrayDeque<>();

	private String title;

	private @Nullable Duration length;

	private long titleNanos;

	private @Nullable Part part;

	private long firstPartNanos;

	/** Loads of the part that have begun. */
	private int partLoads;

	/** Loads of the whole work that have begun. */
	private int loads;

	private @Nullable String plan;

	private @Nullable Progress progress;

	/** Seconds of the run before its clock began anew, at the end of the warm-up. */
	private double before;

	private @Nullable ServerSample sample;

	private @Nullable Double serverCpu;

	/** Seconds of all loads so far, of which the last are kept. */
	private int seconds;

	private int results;

	private boolean ended;

	private int version;

	Now(String command, LongSupplier nanoTime) {
		this.title = command;
		this.nanoTime = nanoTime;
		this.titleNanos = nanoTime.getAsLong();
	}

	synchronized void command(String name) {
		this.title = name;
		changed();
	}

	@Override
	public synchronized void title(String begun, @Nullable Duration takes) {
		this.title = begun;
		this.length = takes;
		this.titleNanos = this.nanoTime.getAsLong();
		changed();
	}

	@Override
	public synchronized void begins(Part begun) {
		if (this.part == null) {
			this.firstPartNanos = this.nanoTime.getAsLong();
		}
		this.part = begun;
		this.partLoads = 0;
		this.plan = null;
		this.progress = null;
		changed();
	}

	synchronized void drives(String driven) {
		this.plan = driven;
		this.partLoads++;
		this.loads++;
		this.progress = null;
		this.before = 0;
		this.points.clear();
		this.sample = null;
		this.serverCpu = null;
		changed();
	}

	@Override
	public synchronized void line(String line) {
		keep(this.lines, line.strip(), MOST_LINES);
		changed();
	}

	@Override
	public synchronized void results() {
		this.results++;
		changed();
	}

	synchronized void end() {
		this.ended = true;
		changed();
	}

	private void changed() {
		this.version++;
		notifyAll();
	}

	/**
	 * Takes a sample of the server. The first sample of a load has no earlier one to
	 * compare with.
	 */
	synchronized void sampled(ServerSample now) {
		this.serverCpu = Point.serverCpu(this.sample, now);
		this.sample = now;
	}

	synchronized void second(Progress now) {
		double at = now.point().seconds();
		double last = (this.progress != null) ? this.progress.point().seconds() : 0;
		if (at < last) {
			this.before += last;
			last = 0;
		}
		this.progress = now;
		keep(this.points, Point.of(now, this.before + at, Math.max(at - last, 1e-3), this.serverCpu), MOST_POINTS);
		this.seconds++;
		changed();
	}

	private static <T> void keep(Deque<T> latest, T one, int most) {
		if (latest.size() == most) {
			latest.removeFirst();
		}
		latest.add(one);
	}

	/**
	 * Waits for a change, but not long.
	 * @param known version that the page has, 0 for none
	 * @param drawn seconds that it has
	 */
	synchronized State next(int known, int drawn) throws InterruptedException {
		if (this.version == known) {
			wait(LONGEST_WAIT.toMillis());
		}
		return state(drawn);
	}

	/** The whole state, with the seconds that a page does not have yet. */
	synchronized State state(int drawn) {
		List<Point> kept = List.copyOf(this.points);
		int missing = Math.clamp(this.seconds - drawn, 0, kept.size());
		return new State(this.version, this.title, this.part, this.plan, share(), left(), List.copyOf(this.lines),
				this.loads, this.seconds, kept.subList(kept.size() - missing, kept.size()), this.results, this.ended);
	}

	/** The part of the whole work that is done; {@code null} if that is not known. */
	private @Nullable Double share() {
		Integer all = (this.part != null) ? this.part.all() : null;
		if (this.part != null && all != null) {
			return Math.min(1, (this.part.number() - 1 + of(this.part)) / all);
		}
		if (this.length != null) {
			return Math.min(1, since(this.titleNanos) / Math.max(1, this.length.toSeconds()));
		}
		return (this.progress != null && this.progress.leftSeconds() != null) ? (Double) this.progress.share() : null;
	}

	/** A part may drive more loads than planned, such as those of the profiler. */
	private double of(Part current) {
		double now = (this.progress != null) ? this.progress.share() : 0;
		return Math.min(1, (Math.max(0, this.partLoads - 1) + now) / current.loads());
	}

	/** Seconds until the work ends; {@code null} if that is not known. */
	private @Nullable Double left() {
		Integer all = (this.part != null) ? this.part.all() : null;
		if (this.length == null) {
			return (this.progress != null) ? this.progress.leftSeconds() : null;
		}
		double planned = this.length.toNanos() / 1e9 - since(this.titleNanos);
		if (this.part != null && all != null) {
			double done = (this.part.number() - 1 + of(this.part)) / all;
			return (done > ENOUGH) ? since(this.firstPartNanos) * (1 - done) / done : Math.max(0, planned);
		}
		return Math.max(0, planned);
	}

	private double since(long from) {
		return (this.nanoTime.getAsLong() - from) / 1e9;
	}

	/**
	 * State of the work.
	 *
	 * @param version counts the changes
	 * @param share the part of it that is done, from 0 to 1
	 * @param left seconds until its end
	 * @param loads number of the current load
	 * @param seconds seconds of all loads so far
	 * @param points the latest of these
	 * @param results counts the changes of the report
	 */
	record State(int version, String title, @Nullable Part part, @Nullable String plan, @Nullable Double share,
			@Nullable Double left, List<String> lines, int loads, int seconds, List<Point> points, int results,
			boolean ended) {
	}

}
