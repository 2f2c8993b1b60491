package dev.grpctuning.console.stream;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;
import tools.jackson.databind.json.JsonMapper;

import dev.grpctuning.advice.Advice;
import dev.grpctuning.change.TuningChange;
import dev.grpctuning.console.sample.Diagnosis;
import dev.grpctuning.console.sample.Point;

/**
 * Takes a point every second, keeps those of the last ten minutes, and sends them with
 * changes and diagnoses to all viewers. One thread does all of it, so that a viewer gets
 * each event once. It starts after the servers and stops before them, because a web
 * server that shuts down gracefully waits for its responses.
 */
public final class LiveStream implements SmartLifecycle {

	private static final int POINTS = 600;

	private static final int MINUTE = 60;

	private static final int POINTS_PER_DIAGNOSIS = 5;

	private static final int CHANGES = 50;

	private static final JsonMapper JSON = JsonMapper.builder()
		.changeDefaultPropertyInclusion((inclusion) -> inclusion.withValueInclusion(JsonInclude.Include.NON_NULL))
		.build();

	private static final Log logger = LogFactory.getLog(LiveStream.class);

	private final Supplier<Point> sampler;

	private final Supplier<List<Advice>> advice;

	private final Duration interval;

	private final Supplier<Introduction> introduction;

	private final int maxViewers;

	private final Semaphore places;

	private final Deque<String> points = new ArrayDeque<>();

	private final Deque<Point> minute = new ArrayDeque<>();

	/** The newest first. */
	private final Deque<TuningChange> changes = new ArrayDeque<>();

	private final Set<Viewer> viewers = new LinkedHashSet<>();

	private @Nullable Diagnosis diagnosis;

	private int ticks;

	private boolean failed;

	private volatile @Nullable ScheduledThreadPoolExecutor thread;

	/**
	 * Creates a stream.
	 * @param interval time between two points
	 * @param changes takes a listener of the changes of the tuning
	 */
	public LiveStream(Supplier<Point> sampler, Supplier<List<Advice>> advice, Duration interval,
			Consumer<Consumer<TuningChange>> changes, Supplier<Introduction> introduction, int maxViewers) {
		this.sampler = sampler;
		this.advice = advice;
		this.interval = interval;
		this.introduction = introduction;
		this.maxViewers = maxViewers;
		this.places = new Semaphore(maxViewers);
		changes.accept((change) -> execute(() -> changed(change)));
	}

	@Override
	public void start() {
		ScheduledThreadPoolExecutor started = new ScheduledThreadPoolExecutor(1, (task) -> {
			Thread thread = new Thread(task, "grpc-tuning-console");
			thread.setDaemon(true);
			return thread;
		});
		this.thread = started;
		// At a fixed rate, the points that a pause of the JVM delays would come at once.
		started.scheduleWithFixedDelay(this::tick, this.interval.toNanos(), this.interval.toNanos(),
				TimeUnit.NANOSECONDS);
	}

	@Override
	public void stop() {
		ScheduledThreadPoolExecutor stopped = this.thread;
		this.thread = null;
		if (stopped != null) {
			stopped.execute(() -> this.viewers.forEach(Viewer::end));
			// Those that do not read would delay the shutdown of the web server.
			stopped.schedule(() -> this.viewers.forEach(Viewer::cutOff), 1, TimeUnit.SECONDS);
			stopped.shutdown();
		}
	}

	@Override
	public boolean isRunning() {
		return this.thread != null;
	}

	public int maxViewers() {
		return this.maxViewers;
	}

	/** Takes a place for a viewer, if one is free. {@link #leave} gives it back. */
	public boolean enter() {
		return isRunning() && this.places.tryAcquire();
	}

	/** Sends everything so far to a viewer that has a place, and then what comes. */
	public void add(Viewer viewer) {
		if (!execute(() -> introduce(viewer))) {
			viewer.end();
		}
	}

	/**
	 * Gives a place back.
	 * @param viewer viewer whose response has ended, {@code null} if it never began
	 */
	public void leave(@Nullable Viewer viewer) {
		this.places.release();
		if (viewer != null) {
			execute(() -> this.viewers.remove(viewer));
		}
	}

	private boolean execute(Runnable task) {
		ScheduledThreadPoolExecutor present = this.thread;
		try {
			if (present != null) {
				present.execute(task);
			}
			return present != null;
		}
		catch (RejectedExecutionException ex) {
			return false;
		}
	}

	private void introduce(Viewer viewer) {
		String service = json(this.introduction.get());
		String shown = json(this.changes.stream().map(viewer::shown).toList());
		String history = "%s,\"points\":[%s],\"changes\":%s}".formatted(service.substring(0, service.length() - 1),
				String.join(",", this.points), shown);
		this.viewers.add(viewer);
		send(viewer, event("history", history));
		if (this.diagnosis != null) {
			send(viewer, event("diagnosis", json(this.diagnosis)));
		}
	}

	private void tick() {
		try {
			Point point = this.sampler.get();
			String json = json(point);
			add(this.points, json, POINTS);
			add(this.minute, point, MINUTE);
			send(event("point", json));
			if (this.ticks++ % POINTS_PER_DIAGNOSIS == 0) {
				diagnose();
			}
			this.failed = false;
		}
		catch (RuntimeException | Error ex) {
			// The next second may succeed. The same line every second would not help.
			boolean first = !this.failed;
			this.failed = true;
			if (first) {
				warn(ex);
			}
		}
	}

	/**
	 * Logs a failure, unless that fails too: a task that throws would never run again.
	 */
	private static void warn(Throwable failure) {
		try {
			logger.warn("The console could not read the figures of this second", failure);
		}
		catch (RuntimeException | Error ex) {
			// There is not enough memory for a line.
		}
	}

	private static <T> void add(Deque<T> latest, T next, int most) {
		if (latest.size() == most) {
			latest.removeFirst();
		}
		latest.addLast(next);
	}

	private void diagnose() {
		Diagnosis found = Diagnosis.of(this.minute, this.advice);
		if (!found.equals(this.diagnosis)) {
			this.diagnosis = found;
			send(event("diagnosis", json(found)));
		}
	}

	private void changed(TuningChange change) {
		this.changes.addFirst(change);
		if (this.changes.size() > CHANGES) {
			this.changes.removeLast();
		}
		copy().forEach((viewer) -> send(viewer, event("change", json(viewer.shown(change)))));
	}

	private void send(byte[] event) {
		copy().forEach((viewer) -> send(viewer, event));
	}

	private Collection<Viewer> copy() {
		return List.copyOf(this.viewers);
	}

	private void send(Viewer viewer, byte[] event) {
		if (!viewer.send(event)) {
			this.viewers.remove(viewer);
			viewer.cutOff();
		}
	}

	private static String json(Object data) {
		return JSON.writeValueAsString(data);
	}

	/** A server-sent event with one line of JSON. */
	private static byte[] event(String name, String json) {
		return ("event: " + name + "\ndata: " + json + "\n\n").getBytes(StandardCharsets.UTF_8);
	}

}
