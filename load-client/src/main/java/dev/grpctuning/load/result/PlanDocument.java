package dev.grpctuning.load.result;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.hello.codec.HelloCodec;
import dev.grpctuning.load.call.CallPlan;
import dev.grpctuning.load.call.CallSettings;
import dev.grpctuning.load.call.CallSettings.Compression;
import dev.grpctuning.load.engine.plan.LoadEngine;
import dev.grpctuning.load.engine.plan.LoadEngine.StubKind;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.failure.Secrets;
import dev.grpctuning.load.hello.HelloCall;
import dev.grpctuning.load.schedule.ArrivalPlan;
import dev.grpctuning.load.schedule.Arrivals;
import dev.grpctuning.load.schedule.BurstSchedule;
import dev.grpctuning.load.schedule.BurstSchedule.Pacing;
import dev.grpctuning.load.schedule.Concurrency;
import dev.grpctuning.load.schedule.Rate;
import dev.grpctuning.load.schedule.Shard;

/** A plan in a result file; without an end, times are {@code null}. */
public record PlanDocument(String model, @Nullable Burst burst, @Nullable Closed closed, @Nullable Blocking blocking,
		@Nullable Open open, WarmupTime warmup, @Nullable Double durationSeconds, Call call, LoadEngine engine,
		@Nullable StubKind stub, int channels, Limits limits) {

	public static PlanDocument of(LoadPlan plan) {
		LoadModel model = plan.model();
		Burst burst = (model instanceof LoadModel.Burst bursts) ? Burst.of(bursts.schedule(), plan.endless()) : null;
		Closed closed = (model instanceof LoadModel.Closed calls) ? Closed.of(calls.concurrency()) : null;
		Blocking blocking = (model instanceof LoadModel.Blocking clients) ? new Blocking(clients.clients()) : null;
		Open open = (model instanceof LoadModel.Open calls) ? Open.of(calls) : null;
		Warmup warmup = model.warmup();
		return new PlanDocument(name(model), burst, closed, blocking, open,
				new WarmupTime(warmup instanceof Warmup.UntilSteady, seconds(warmup.longest())),
				(burst != null) ? null : duration(model.duration()), Call.of(plan.call()), plan.engine(),
				(plan.engine() == LoadEngine.STUB) ? plan.stub() : null, plan.channels(),
				new Limits((model.totalCalls() != LoadModel.UNLIMITED) ? model.totalCalls() : null, plan.maxOpenCalls(),
						seconds(plan.drain()), plan.endless() ? null : seconds(plan.timeout())));
	}

	private static String name(LoadModel model) {
		return switch (model) {
			case LoadModel.Burst burst -> "burst";
			case LoadModel.Blocking blocking -> "blocking";
			case LoadModel.Closed closed -> switch (closed.concurrency()) {
				case Concurrency.Constant constant -> "closed";
				case Concurrency.Ramp ramp -> "ramp";
				case Concurrency.Steps steps -> "steps";
			};
			case LoadModel.Open open when open.arrivals() instanceof ArrivalPlan.OfRate calls -> switch (calls.rate()) {
				case Rate.Constant constant -> "open";
				case Rate.Ramp ramp -> "ramp";
				case Rate.Steps steps -> "steps";
			};
			case LoadModel.Open open -> "replay";
		};
	}

	private static @Nullable Double duration(Duration duration) {
		return (duration.compareTo(LoadModel.UNTIL_CALLED) < 0) ? seconds(duration) : null;
	}

	private static double seconds(Duration duration) {
		return duration.toMillis() / 1e3;
	}

	/** Bursts, whose number is {@code null} without an end. */
	public record Burst(@Nullable Long count, int size, double intervalMillis, Pacing pacing) {

		private static Burst of(BurstSchedule schedule, boolean endless) {
			return new Burst(endless ? null : schedule.bursts(), schedule.callsPerBurst(),
					schedule.interval().toNanos() / 1e6, schedule.pacing());
		}

	}

	/** Calls kept open. One of the components is not {@code null}. */
	public record Closed(@Nullable Integer outstanding, @Nullable Ramp ramp, @Nullable Steps steps) {

		private static Closed of(Concurrency concurrency) {
			return switch (concurrency) {
				case Concurrency.Constant constant -> new Closed(constant.calls(), null, null);
				case Concurrency.Ramp ramp -> new Closed(null, Ramp.of(ramp.from(), ramp.to(), ramp.over()), null);
				case Concurrency.Steps steps -> new Closed(null, null, Steps.of(steps.numbers(), steps.each()));
			};
		}

	}

	/** Blocking clients. */
	public record Blocking(int clients) {
	}

	/** Time before calls count; {@code auto} ends it when rate and p99 are flat. */
	public record WarmupTime(boolean auto, double seconds) {
	}

	/** Calls that arrive. One of the first four components is not {@code null}. */
	public record Open(@Nullable Double callsPerSecond, @Nullable Ramp ramp, @Nullable Steps steps,
			@Nullable ReplayFile replay, @Nullable Arrivals arrivals, @Nullable Long seed, Shard shard,
			double maxLagMillis, double maxLagShare) {

		private static Open of(LoadModel.Open model) {
			double lag = model.maxLag().toNanos() / 1e6;
			return switch (model.arrivals()) {
				case ArrivalPlan.OfRate calls ->
					new Open((calls.rate() instanceof Rate.Constant constant) ? constant.callsPerSecond() : null,
							(calls.rate() instanceof Rate.Ramp ramp) ? Ramp.of(ramp.from(), ramp.to(), ramp.over())
									: null,
							(calls.rate() instanceof Rate.Steps steps) ? Steps.of(steps.rates(), steps.each()) : null,
							null, calls.arrivals(), calls.seed(), calls.shard(), lag, model.maxLagShare());
				case ArrivalPlan.OfFile calls ->
					new Open(null, null, null, new ReplayFile(calls.replay().file().toString(), calls.replay().calls()),
							null, null, calls.shard(), lag, model.maxLagShare());
			};
		}

		/** A file of due times. */
		public record ReplayFile(String file, long calls) {
		}

	}

	/** An even change. */
	public record Ramp(double from, double to, double overSeconds) {

		private static Ramp of(double from, double to, Duration over) {
			return new Ramp(from, to, over.toMillis() / 1e3);
		}

	}

	/** One figure after the other. */
	public record Steps(List<Double> values, double eachSeconds) {

		private static Steps of(List<? extends Number> values, Duration each) {
			return new Steps(values.stream().map(Number::doubleValue).toList(), each.toMillis() / 1e3);
		}

	}

	/** Limits of the calls and their time. */
	public record Limits(@Nullable Long totalCalls, int maxOpenCalls, double drainSeconds,
			@Nullable Double timeoutSeconds) {
	}

	/** The calls of a plan in a result file; {@code null} was not set. */
	public record Call(String method, @Nullable Hello hello, @Nullable String request, @Nullable Integer messages,
			Map<String, String> metadata, @Nullable Double deadlineMillis, @Nullable String authority,
			Compression compression, boolean waitForReady, @Nullable Cancel cancel, @Nullable Retries retries,
			List<String> ok) {

		public static Call of(CallPlan plan) {
			CallSettings settings = plan.settings();
			CallSettings.Cancellation cancelled = settings.cancellation();
			CallSettings.Retries retries = settings.retries();
			return new Call(plan.callee().method(),
					(plan.callee() instanceof HelloCall hello) ? new Hello(hello.codec(), hello.longs()) : null,
					(plan.request() != null) ? plan.request().given() : null, plan.messages(),
					Secrets.masked(plan.metadata()), (settings.deadline() != null) ? millis(settings.deadline()) : null,
					settings.authority(), settings.compression(), settings.waitForReady(),
					(cancelled.share() > 0) ? new Cancel(cancelled.share(), millis(cancelled.after())) : null,
					(retries.attempts() > 1) ? new Retries(retries.attempts(), millis(retries.backoff())) : null,
					settings.ok().stream().map(Enum::name).sorted().toList());
		}

		private static double millis(Duration duration) {
			return duration.toNanos() / 1e6;
		}

		/** Requests of hello. */
		public record Hello(HelloCodec codec, int longs) {
		}

		/** Share of calls that the client cancels, each after the same time. */
		public record Cancel(double share, double afterMillis) {
		}

		/** Attempts of a call. */
		public record Retries(int attempts, double backoffMillis) {
		}

	}

}
