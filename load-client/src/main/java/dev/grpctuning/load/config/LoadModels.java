package dev.grpctuning.load.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.schedule.ArrivalPlan;
import dev.grpctuning.load.schedule.BurstSchedule;
import dev.grpctuning.load.schedule.Concurrency;
import dev.grpctuning.load.schedule.Rate;
import dev.grpctuning.load.schedule.Replay;
import dev.grpctuning.load.schedule.Shard;
import dev.grpctuning.load.template.Templates;

/** Checks the properties that the model uses, and creates the model. */
public final class LoadModels {

	private static final int MOST_OPEN = 1_000_000;

	static final Duration DEFAULT_DURATION = Duration.ofSeconds(10);

	private static final String TOTAL_CALLS = "load.total-calls";

	private static final Set<ModelKind> ENDED_BY_CALLS = Set.of(ModelKind.OPEN, ModelKind.CLOSED, ModelKind.BLOCKING);

	private final LoadProperties properties;

	private final WarmupTime warmup;

	private final @Nullable Duration objective;

	/** With the longest response time that an experiment wants, if it says one. */
	LoadModels(LoadProperties properties, WarmupTime defaultWarmup, @Nullable Duration objective) {
		this.properties = properties;
		this.warmup = (properties.length().warmup() != null) ? properties.length().warmup() : defaultWarmup;
		this.objective = objective;
	}

	/** Without an end, a ramp and steps keep their last value. */
	LoadModel create(boolean endless) {
		checkTotalCalls(endless);
		return switch (this.properties.plan().model()) {
			case BURST -> new LoadModel.Burst(bursts(endless), warmup());
			case CLOSED -> {
				int outstanding = this.properties.plan().closed().outstanding();
				PropertyCheck.atLeastOne("load.closed.outstanding", outstanding);
				yield closed(new Concurrency.Constant(outstanding), endless ? LoadModel.ENDLESS : duration());
			}
			case OPEN -> {
				PropertyCheck.rate("load.open.rate", this.properties.plan().open().rate());
				yield open(new Rate.Constant(this.properties.plan().open().rate()),
						endless ? LoadModel.ENDLESS : openDuration(this.properties.plan().open().rate()));
			}
			case RAMP -> ramp(this.properties.plan().ramp(), endless);
			case STEPS -> steps(this.properties.plan().steps(), endless);
			case REPLAY -> replay(endless);
			case BLOCKING -> {
				notShared();
				PropertyCheck.atLeastOne("load.blocking.clients", this.properties.plan().blocking().clients());
				yield new LoadModel.Blocking(this.properties.plan().blocking().clients(), warmup(),
						endless ? LoadModel.ENDLESS : duration(), totalCalls());
			}
		};
	}

	private void checkTotalCalls(boolean endless) {
		Long calls = this.properties.length().totalCalls();
		if (calls == null) {
			return;
		}
		PropertyCheck.that(calls > 0, TOTAL_CALLS, calls, "It must be 1 or more.");
		PropertyCheck.that(!endless && ENDED_BY_CALLS.contains(this.properties.plan().model()), TOTAL_CALLS, calls,
				"It must be left out with load.model=%s; only runs of open, closed and blocking end after a number of calls."
					.formatted(Templates.kebab(this.properties.plan().model())));
		PropertyCheck.that(this.properties.length().duration() == null, TOTAL_CALLS, calls,
				"It must not be set with load.duration; set only one of them.");
	}

	private long totalCalls() {
		return (this.properties.length().totalCalls() != null) ? this.properties.length().totalCalls()
				: LoadModel.UNLIMITED;
	}

	/** A schedule has exactly as many calls as its rate asks for in this time. */
	private Duration openDuration(double rate) {
		if (this.properties.length().totalCalls() == null) {
			return duration();
		}
		double seconds = this.properties.length().totalCalls() / rate;
		PropertyCheck.that(seconds <= PropertyCheck.LONGEST.toSeconds(), TOTAL_CALLS,
				this.properties.length().totalCalls(),
				"It must be low enough for the calls to take at most 365d with load.open.rate=%s.".formatted(rate));
		return Duration.ofNanos(Math.round(seconds * 1e9));
	}

	private BurstSchedule bursts(boolean endless) {
		notShared();
		LoadProperties.Burst bursts = this.properties.plan().burst();
		PropertyCheck.atLeastOne("load.burst.count", bursts.count());
		PropertyCheck.atLeastOne("load.burst.size", bursts.size());
		PropertyCheck.notNegative("load.burst.interval", bursts.interval());
		BurstSchedule schedule = new BurstSchedule(bursts.count(), bursts.size(), bursts.interval(), bursts.pacing());
		Duration all = bursts.interval().multipliedBy(bursts.count() - 1);
		PropertyCheck.that(endless || all.compareTo(PropertyCheck.LONGEST) <= 0, "load.burst.interval",
				bursts.interval(), "It must be short enough for all %d bursts (load.burst.count) to take at most 365d."
					.formatted(bursts.count()));
		return endless ? schedule.endless() : schedule;
	}

	private LoadModel ramp(LoadProperties.Ramp ramp, boolean endless) {
		Duration over = (ramp.over() != null) ? ramp.over() : duration();
		PropertyCheck.positive("load.ramp.over", over);
		Duration length = endless ? LoadModel.ENDLESS : over;
		double from = figure("load.ramp.from", ramp.of(), ramp.from());
		double to = figure("load.ramp.to", ramp.of(), ramp.to());
		PropertyCheck.that(from != 0 || to != 0, "load.ramp.to", ramp.to(),
				"It must be above 0 if load.ramp.from is 0.");
		return switch (ramp.of()) {
			case RATE -> open(new Rate.Ramp(from, to, over), length);
			case CONCURRENCY -> closed(new Concurrency.Ramp((int) from, (int) to, over), length);
		};
	}

	private LoadModel steps(LoadProperties.Steps steps, boolean endless) {
		List<Double> values = (steps.values() != null) ? steps.values() : List.of();
		values.forEach((value) -> figure("load.steps.values", steps.of(), value));
		PropertyCheck.that(values.stream().anyMatch((value) -> value > 0), "load.steps.values", steps.values(),
				"It must be a list of numbers, such as 50,100,200, at least one of them above 0.");
		Duration each = (steps.each() != null) ? steps.each() : duration().dividedBy(values.size());
		PropertyCheck.positive("load.steps.each", each);
		Duration length = endless ? LoadModel.ENDLESS : each.multipliedBy(values.size());
		return switch (steps.of()) {
			case RATE -> open(new Rate.Steps(values, each), length);
			case CONCURRENCY ->
				closed(new Concurrency.Steps(values.stream().map(Double::intValue).toList(), each), length);
		};
	}

	private LoadModel replay(boolean endless) {
		PropertyCheck.that(!endless, "load.model", "replay",
				"It must be another model with drive, which runs until it is interrupted; use run to replay a file.");
		Replay replay = checkedFile();
		PropertyCheck.that(this.warmup.time() != null, "load.warmup", this.warmup,
				"It must be a time with load.model=replay, because its rate may never become flat.");
		Warmup warmup = warmup();
		Duration rest = Duration.ofNanos(replay.lengthNanos() + 1).minus(warmup.longest());
		PropertyCheck.that(rest.isPositive(), "load.warmup", this.warmup,
				"It must be shorter than the replay, which takes %s s.".formatted(replay.lengthNanos() / 1e9));
		return open(new ArrivalPlan.OfFile(replay, shard()), warmup, rest);
	}

	private Replay checkedFile() {
		String name = "load.replay.file";
		Path file = this.properties.plan().replay().file();
		if (file == null) {
			throw new InvalidConfigurationPropertyValueException(name, null,
					"It must be a file of due times, one a line.");
		}
		PropertyCheck.that(!Files.exists(file) || Files.isRegularFile(file), name, file,
				"It must be a regular file, because it is read before the run and again during it; write the output of a pipe to a file.");
		try {
			return Replay.check(file);
		}
		catch (IOException ex) {
			throw new InvalidConfigurationPropertyValueException(name, file,
					"It must be a file that can be read (%s).".formatted(ex));
		}
		catch (IllegalArgumentException ex) {
			throw new InvalidConfigurationPropertyValueException(name, file,
					"It must be a file of due times, one a line: %s.".formatted(ex.getMessage()));
		}
	}

	private LoadModel closed(Concurrency concurrency, Duration length) {
		notShared();
		return new LoadModel.Closed(concurrency, warmupAt(concurrency.calls(0)), length, totalCalls());
	}

	private LoadModel open(Rate rate, Duration length) {
		LoadProperties.Open open = this.properties.plan().open();
		Warmup warmup = warmupAt(rate.at(0));
		PropertyCheck.that(this.properties.plan().shard() == null || !(warmup instanceof Warmup.UntilSteady),
				"load.warmup", this.warmup,
				"It must be a time with load.shard: all clients must begin to measure together.");
		return open(new ArrivalPlan.OfRate(rate, open.arrivals(), open.seed(), shard()), warmup, length);
	}

	private LoadModel open(ArrivalPlan arrivals, Warmup warmup, Duration length) {
		LoadProperties.Open open = this.properties.plan().open();
		check(open);
		return new LoadModel.Open(arrivals, open.maxLag(this.properties.checkedThresholds(), this.objective),
				open.maxLagShare(), warmup, length);
	}

	/** Checks what all models with due times have in common. */
	public static void check(LoadProperties.Open open) {
		if (open.maxLag() != null) {
			PropertyCheck.notNegative("load.open.max-lag", open.maxLag());
		}
		PropertyCheck.share("load.open.max-lag-share", open.maxLagShare());
	}

	private Duration duration() {
		if (this.properties.length().totalCalls() != null) {
			return LoadModel.UNTIL_CALLED;
		}
		Duration duration = (this.properties.length().duration() != null) ? this.properties.length().duration()
				: DEFAULT_DURATION;
		PropertyCheck.positive("load.duration", duration);
		return duration;
	}

	/** The warm-up for a plan that begins with this value: at 0 there is none. */
	private Warmup warmupAt(double first) {
		Warmup asked = warmup();
		return (first != 0) ? asked : Warmup.NONE;
	}

	private Warmup warmup() {
		Duration time = this.warmup.time();
		if (time != null) {
			PropertyCheck.notNegative("load.warmup", time);
			return new Warmup.Fixed(time);
		}
		Duration limit = this.properties.length().warmupLimit();
		PropertyCheck.positive("load.warmup-limit", limit);
		PropertyCheck.that(limit.compareTo(Warmup.UntilSteady.SHORTEST) >= 0, "load.warmup-limit", limit,
				"It must be %d ms or longer: the check needs ten intervals of at least 100 ms."
					.formatted(Warmup.UntilSteady.SHORTEST.toMillis()));
		return new Warmup.UntilSteady(limit);
	}

	private Shard shard() {
		String shard = this.properties.plan().shard();
		return (shard != null) ? PropertyCheck.parse("load.shard", shard, Shard::parse,
				"It must be i/n with i from 0 to n-1, such as 0/3, 1/3 and 2/3 for three clients.") : Shard.ALL;
	}

	private void notShared() {
		PropertyCheck.that(this.properties.plan().shard() == null, "load.shard", this.properties.plan().shard(),
				"It must be left out: only calls with due times can be shared, with load.model=open, ramp or steps of a rate, and replay.");
	}

	private static double figure(String name, LoadProperties.ChangingFigure of, @Nullable Double value) {
		double figure = (value != null) ? value : Double.NaN;
		switch (of) {
			case RATE -> PropertyCheck.rateOrZero(name, figure);
			case CONCURRENCY -> PropertyCheck.that(figure >= 0 && figure <= MOST_OPEN && figure == Math.rint(figure),
					name, value, "It must be a number of open calls: a whole number from 0 to 1000000.");
		}
		return figure;
	}

}
