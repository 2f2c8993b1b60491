package dev.grpctuning.load.result.plan;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.hello.codec.HelloCodec;
import dev.grpctuning.load.call.CallPlan;
import dev.grpctuning.load.call.CallSettings;
import dev.grpctuning.load.call.CallSettings.Compression;

/**
 * The calls of a plan in a result file; {@code null} was not set.
 *
 * @param longs random longs in each request and each response of hello-service
 * @param request what was given for the requests
 */
public record CallDocument(String method, @Nullable HelloCodec codec, @Nullable Integer longs, @Nullable String request,
		@Nullable Integer messages, @Nullable Double deadlineMillis, @Nullable String authority,
		Compression compression, boolean waitForReady, double cancelShare, double cancelAfterMillis) {

	public static CallDocument of(CallPlan plan) {
		return switch (plan.callee()) {
			case CallPlan.Hello hello -> of(plan, hello.codec(), hello.longs());
			case CallPlan.Method method -> of(plan, null, null);
		};
	}

	private static CallDocument of(CallPlan plan, @Nullable HelloCodec codec, @Nullable Integer longs) {
		CallSettings settings = plan.settings();
		return new CallDocument(plan.callee().method(), codec, longs,
				(plan.request() != null) ? plan.request().given() : null, plan.messages(),
				(settings.deadline() != null) ? millis(settings.deadline()) : null, settings.authority(),
				settings.compression(), settings.waitForReady(), settings.cancellation().share(),
				millis(settings.cancellation().after()));
	}

	private static double millis(Duration duration) {
		return duration.toNanos() / 1e6;
	}

}
