package dev.grpctuning.autopilot;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.autopilot.experiment.Sample;
import dev.grpctuning.change.Turns;
import dev.grpctuning.observe.DurationCounts;
import dev.grpctuning.settings.Knob;

/**
 * A server with two processors, in simulated time. Calls arrive at random. Its speed
 * varies for seconds, as that of a machine with neighbours does.
 */
final class SimulatedService implements TunedService {

	static final int PROCESSORS = 2;

	private static final double STEP = 0.01;

	/** Without candidates, nothing depends on short times. */
	private static final double LONG_STEP = 0.1;

	private static final double NOISE = 0.03;

	/**
	 * Of each step, so that seconds in slices differ by some 8 %, as on a busy machine.
	 */
	private static final double STEP_NOISE = 0.4;

	/** Correlation of the speed over a step, so that it lasts for some seconds. */
	private static final double LASTS = 0.997;

	private final Map<String, Long> endedByMethod = new HashMap<>();

	private final Map<String, Long> nanosByMethod = new HashMap<>();

	private final DurationCounts durations = new DurationCounts();

	private final RandomGenerator random;

	private Workload workload;

	/** What the application is configured with. */
	private final Map<String, String> configured;

	private Map<String, String> changed = new TreeMap<>();

	private Map<String, String> inForce;

	private double seconds;

	private double backlog;

	private double speed;

	private long ended;

	private long outside;

	private int open;

	private double cpuNanos;

	private int changes;

	private int reverts;

	private Map<String, String> former = Map.of();

	private @Nullable String obstacle;

	private @Nullable Alternation turns;

	private double burning;

	private @Nullable Model model;

	private double rateNoise;

	private double latencyNoise;

	private double moreCalls;

	private double longer;

	private double burstUntil;

	private double exposed;

	private double actionAt = Double.POSITIVE_INFINITY;

	private Runnable action = () -> {
	};

	private final List<String> adoptions = new ArrayList<>();

	SimulatedService(Workload workload, Map<String, String> configured, RandomGenerator random) {
		this.workload = workload;
		this.configured = configured;
		this.inForce = configured;
		this.random = random;
	}

	Workload workload() {
		return this.workload;
	}

	/** Calls per second that can be answered with the present settings. */
	double capacity() {
		return new Model(present(), this.workload, this.burning).capacity();
	}

	/** Does something at a time. */
	void during(double second, Runnable action) {
		this.actionAt = second;
		this.action = action;
	}

	void workload(Workload next) {
		this.workload = next;
	}

	/** Makes each call burn more, whatever the settings are. */
	void burn(double millis) {
		this.burning = millis;
	}

	/**
	 * Lets rate and durations vary by themselves, for about a second each time, and now
	 * and then in bursts.
	 */
	void noise(double rate, double latency) {
		this.rateNoise = rate;
		this.latencyNoise = latency;
	}

	private void vary(double step) {
		double lasts = Math.exp(-step);
		double moves = Math.sqrt(1 - lasts * lasts);
		this.moreCalls = lasts * this.moreCalls + moves * this.rateNoise * this.random.nextGaussian();
		this.longer = lasts * this.longer + moves * this.latencyNoise * this.random.nextGaussian();
		if (this.random.nextDouble() < step / 5) {
			this.burstUntil = this.seconds + this.random.nextDouble(0.1, 1);
		}
	}

	void obstacle(@Nullable String text) {
		this.obstacle = text;
	}

	/** A user sets values. */
	void change(Map<String, String> values) {
		end("a change");
		this.changed = new TreeMap<>(this.changed);
		this.changed.putAll(values);
		this.inForce = present();
		this.changes++;
	}

	private void end(String reason) {
		if (this.turns != null) {
			this.turns.end(reason);
		}
	}

	Map<String, String> present() {
		Map<String, String> values = new TreeMap<>(this.configured);
		values.putAll(this.changed);
		values.values().removeIf(String::isEmpty);
		return values;
	}

	double seconds() {
		return this.seconds;
	}

	/** Seconds in which a candidate was in force. */
	double exposed() {
		return this.exposed;
	}

	List<String> adoptions() {
		return this.adoptions;
	}

	long ended() {
		return this.ended;
	}

	long outside() {
		return this.outside;
	}

	@Override
	public long nanoTime() {
		return (long) (this.seconds * 1e9);
	}

	@Override
	public Instant now() {
		return Instant.ofEpochMilli((long) (this.seconds * 1e3));
	}

	@Override
	public void pause(long nanos) {
		double left = nanos / 1e9;
		while (left > 1e-9) {
			double step = Math.min(left, (this.turns != null && this.turns.ended == null) ? STEP : LONG_STEP);
			pass(step);
			left -= step;
		}
	}

	private void pass(double step) {
		this.seconds += step;
		if (this.seconds >= this.actionAt) {
			this.actionAt = Double.POSITIVE_INFINITY;
			this.action.run();
		}
		if (this.turns != null && this.turns.isCandidate) {
			this.exposed += step;
		}
		this.speed = LASTS * this.speed + Math.sqrt(1 - LASTS * LASTS) * NOISE * this.random.nextGaussian();
		Model model = model();
		double slower = Math.exp(this.speed + STEP_NOISE * this.random.nextGaussian() - STEP_NOISE * STEP_NOISE / 2);
		double rate = this.workload.rate(this.seconds);
		double longer = 1;
		if (this.latencyNoise > 0) {
			vary(step);
			boolean burst = this.seconds < this.burstUntil;
			rate *= Math.exp(this.moreCalls) * (burst ? 3 : 1);
			longer = Math.exp(this.longer) * (burst ? 4 : 1);
		}
		double waiting = this.backlog + poisson(rate * step);
		double capacity = model.capacity() / slower;
		double served = Math.min(waiting, capacity * step);
		int calls = (int) (served + this.random.nextDouble());
		this.backlog = Math.max(0, waiting - calls);
		double load = Math.min(0.98, rate / capacity);
		double queue = this.backlog / capacity;
		for (int i = 0; i < calls; i++) {
			Workload.Method method = this.workload.method(this.random.nextDouble());
			double service = (model.cpuMillis(method) * slower / (1 - load) + method.waitMillis()) * longer
					* Math.exp(0.3 * this.random.nextGaussian());
			double millis = service + 1000 * queue;
			this.durations.record((long) (millis * 1e6));
			this.ended++;
			this.endedByMethod.merge(method.name(), 1L, Long::sum);
			this.nanosByMethod.merge(method.name(), (long) (millis * 1e6), Long::sum);
			this.outside += (millis > this.workload.objectiveMillis()) ? 1 : 0;
			this.cpuNanos += model.cpuMillis(method) * slower * 1e6;
		}
		this.open = (int) (this.backlog + rate * longer * this.workload.meanWaitMillis() / 1000);
	}

	private Model model() {
		if (this.model == null || this.model.settings != this.inForce || this.model.workload != this.workload
				|| this.model.burning != this.burning) {
			this.model = new Model(this.inForce, this.workload, this.burning);
		}
		return this.model;
	}

	private double poisson(double mean) {
		if (mean > 30) {
			return Math.max(0, Math.rint(mean + Math.sqrt(mean) * this.random.nextGaussian()));
		}
		int number = -1;
		for (double product = 1; product > Math.exp(-mean); product *= this.random.nextDouble()) {
			number++;
		}
		return number;
	}

	@Override
	public Sample sample() {
		return new Sample(nanoTime(), this.ended, this.outside, this.open, (long) this.cpuNanos,
				this.durations.snapshot());
	}

	@Override
	public Map<String, Long> endedByMethod() {
		return Map.copyOf(this.endedByMethod);
	}

	@Override
	public Map<String, Long> nanosByMethod() {
		return Map.copyOf(this.nanosByMethod);
	}

	/** Mean durations since the start. */
	Map<String, Double> meanMillis() {
		Map<String, Double> means = new HashMap<>();
		this.endedByMethod
			.forEach((name, number) -> means.put(name, this.nanosByMethod.getOrDefault(name, 0L) / 1e6 / number));
		return means;
	}

	@Override
	public @Nullable String obstacle() {
		return this.obstacle;
	}

	@Override
	public int otherChanges() {
		return this.changes;
	}

	@Override
	public int reverts() {
		return this.reverts;
	}

	/** The guard takes the last values back. */
	void revert() {
		this.changed = this.former;
		this.inForce = present();
		this.reverts++;
	}

	@Override
	public String value(Knob<?> knob) {
		return present().getOrDefault(knob.name(), "");
	}

	@Override
	public int processors() {
		return PROCESSORS;
	}

	@Override
	public List<String> advised() {
		return List.of();
	}

	@Override
	public Turns alternate(Candidate candidate) {
		this.turns = new Alternation(candidate);
		return this.turns;
	}

	private Map<String, String> with(Candidate candidate) {
		Map<String, String> values = new TreeMap<>(this.configured);
		values.putAll(changedBy(candidate.values()));
		values.values().removeIf(String::isEmpty);
		return values;
	}

	private Map<String, String> changedBy(Map<String, String> values) {
		Map<String, String> next = new TreeMap<>(this.changed);
		next.putAll(values);
		return next;
	}

	@Override
	public boolean adopt(Map<String, String> values, String reason) {
		end("a change");
		this.adoptions.add("%.0f s: %s, %s".formatted(this.seconds, values, reason));
		this.former = this.changed;
		this.changed = changedBy(values);
		this.inForce = present();
		return true;
	}

	/** The candidate and the present settings. */
	private final class Alternation implements Turns {

		private final Candidate candidate;

		private boolean isCandidate;

		private @Nullable String ended;

		Alternation(Candidate candidate) {
			this.candidate = candidate;
		}

		@Override
		public boolean use(int number) {
			if (this.ended == null) {
				this.isCandidate = number == 1;
				SimulatedService.this.inForce = this.isCandidate ? with(this.candidate) : present();
			}
			return this.ended == null;
		}

		@Override
		public void end(String reason) {
			use(0);
			this.ended = (this.ended != null) ? this.ended : reason;
		}

		@Override
		public @Nullable String ended() {
			return this.ended;
		}

	}

	/** What settings do to a workload. */
	static final class Model {

		private static final Map<String, Double> SWITCH = Map.of("direct", 0.0, "adaptive", 0.004, "virtual", 0.010,
				"fork-join", 0.012, "fixed", 0.015, "cached", 0.020, "application", 0.020);

		private final Map<String, String> settings;

		private final Workload workload;

		private final double burning;

		private final Map<String, Double> cpuMillis = new HashMap<>();

		private final double capacity;

		Model(Map<String, String> settings, Workload workload, double burning) {
			this.settings = settings;
			this.workload = workload;
			this.burning = burning;
			double cpu = 0;
			double held = 0;
			double heldByMain = 0;
			for (Workload.Method method : workload.methods()) {
				double millis = cpu(method);
				this.cpuMillis.put(method.name(), millis);
				cpu += method.share() * millis;
				held += method.share() * (millis + method.waitMillis());
				heldByMain += isRouted(method) ? 0 : method.share() * (millis + method.waitMillis());
			}
			double threads = switch (type()) {
				case "direct" -> PROCESSORS;
				case "fork-join", "fixed" -> number("executor.threads", PROCESSORS);
				default -> number("executor.threads", 10_000);
			};
			double limited = Math.min(1000 * threads / heldByMain,
					1000 * number("limit.concurrent-calls", 10_000) / held);
			this.capacity = Math.min(1000 * PROCESSORS / cpu, limited);
		}

		private double number(String name, int otherwise) {
			return Double.parseDouble(this.settings.getOrDefault(name, String.valueOf(otherwise)));
		}

		private boolean isRouted(Workload.Method method) {
			return this.settings.getOrDefault("executor.routes", "").contains(method.name() + " type=virtual");
		}

		private String type() {
			return this.settings.getOrDefault("executor.type", "application");
		}

		private double cpu(Workload.Method method) {
			if (this.workload.even()) {
				return method.cpuMillis() + this.burning;
			}
			// What runs on event loops needs no other thread.
			boolean moved = isRouted(method) || (type().equals("adaptive") && method.waitMillis() > 1);
			// Threads that compute beside each other hold up each other.
			double contention = (method.cpuMillis() > 1 && !type().equals("fork-join") && !type().equals("fixed")) ? 1.1
					: 1;
			return method.cpuMillis() * contention + SWITCH.getOrDefault(moved ? "virtual" : type(), 0.0)
					+ this.burning;
		}

		double cpuMillis(Workload.Method method) {
			return this.cpuMillis.getOrDefault(method.name(), 0.0);
		}

		/** Calls per second that can be answered. */
		double capacity() {
			return this.capacity;
		}

	}

}
