package dev.grpctuning.load.call.target;

import java.time.Duration;
import java.util.List;

import com.google.protobuf.Message;
import io.grpc.Channel;

import dev.grpctuning.load.call.CallPlan;
import dev.grpctuning.load.call.CallTarget;
import dev.grpctuning.load.call.CallTarget.Requests.Source;
import dev.grpctuning.load.call.Headers;
import dev.grpctuning.load.call.InvalidCallException;

/** Turns a planned call into its target. */
public final class CallTargets {

	private CallTargets() {
	}

	/** Whether only the server can describe the method. */
	public static boolean describedByServer(CallPlan plan) {
		return plan.callee() instanceof CallPlan.Method method && method.descriptors() == null
				&& !(plan.request() instanceof CallPlan.Bytes);
	}

	/**
	 * Works out the target of a plan that is not {@linkplain #describedByServer described
	 * by the server}.
	 * @throws InvalidCallException if there is no such method, or the request does not
	 * fit it
	 */
	public static CallTarget<?, ?> of(CallPlan plan) {
		return of(plan, (service) -> {
			throw new IllegalArgumentException("plan: " + plan.callee() + " (expected: with descriptors)");
		});
	}

	/**
	 * Works out the target of a plan, and asks the server's reflection where that is
	 * necessary.
	 * @throws InvalidCallException if there is no such method, or the request does not
	 * fit it
	 * @throws io.grpc.StatusRuntimeException if the server could not be asked
	 */
	public static CallTarget<?, ?> of(CallPlan plan, Channel server, Duration timeout) {
		return of(plan, new ServerReflection(server, timeout));
	}

	static CallTarget<?, ?> of(CallPlan plan, ServiceSource server) {
		return switch (plan.callee()) {
			case CallPlan.Custom custom -> custom.target(plan);
			case CallPlan.Method method -> of(method, plan, server);
		};
	}

	private static CallTarget<?, ?> of(CallPlan.Method method, CallPlan plan, ServiceSource server) {
		if (method.descriptors() != null) {
			return MethodTarget.of(method, plan, new ServiceSource.DescriptorSet(method.descriptors()));
		}
		return (plan.request() instanceof CallPlan.Bytes bytes) ? MethodTarget.undescribed(plan, bytes)
				: MethodTarget.of(method, plan, server);
	}

	/** Makes the messages of a request in turn, with their placeholders filled in. */
	public static <M extends Message> List<Source<M>> messages(CallPlan.Json json, M type) {
		return new JsonMessages<>(type).read(json.text());
	}

	/** Creates the metadata of calls, and refuses unknown placeholders. */
	public static Headers headers(CallPlan plan) {
		try {
			return new Headers(plan.metadata());
		}
		catch (IllegalArgumentException ex) {
			throw new InvalidCallException("load.metadata: " + ex.getMessage(), ex);
		}
	}

}
