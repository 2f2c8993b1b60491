package dev.grpctuning.settings;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.settings.value.CallExecutorsSettings;
import dev.grpctuning.settings.value.ExecutorSettings;
import dev.grpctuning.settings.value.ExecutorType;
import dev.grpctuning.settings.value.GenerationChange;
import dev.grpctuning.settings.value.QueueDiscipline;
import dev.grpctuning.settings.value.Route;

/**
 * Valid values of the knobs that are set. A knob without a value leaves the framework's
 * default alone.
 *
 * @param values a transport is resolved and means event loops of the server's own; flags
 * that are {@code true} by default are there only if they are {@code false}
 */
public record Settings(Map<Knob<?>, Object> values) {

	public static final Settings NONE = new Settings(Map.of());

	/** These alone leave the server as its framework builds it. */
	private static final Set<Knob<?>> UNTUNED = Set.of(Knobs.EXECUTOR_LIVE, Knobs.SERVICES_WITHDRAWN_STATUS,
			Knobs.GENERATION_CHANGE, Knobs.GENERATION_DRAIN_TIMEOUT, Knobs.GENERATION_MAX_DRAINING,
			Knobs.METRICS_ENABLED, Knobs.LEAK_DETECTION, Knobs.STAGES_SAMPLED_PER_SECOND);

	public Settings {
		values = Map.copyOf(values);
	}

	/** Returns these settings with another value of one knob. */
	public <T> Settings with(Knob<T> knob, T value) {
		Map<Knob<?>, Object> all = new HashMap<>(this.values);
		all.put(knob, value);
		return new Settings(all);
	}

	@SuppressWarnings("unchecked")
	public <T> @Nullable T get(Knob<T> knob) {
		return (T) this.values.get(knob);
	}

	public <T> T get(Knob<T> knob, T otherwise) {
		return Objects.requireNonNullElse(get(knob), otherwise);
	}

	/** Executor that is never replaced, {@code null} for none. */
	public @Nullable ExecutorSettings plainExecutor() {
		return isLive() ? null : mainExecutor();
	}

	/**
	 * Executors that can be replaced, {@code null} if calls do not pass the dispatch.
	 * @param untunedExecutor what handlers run on if calls must pass a limit or a route
	 * and no executor is set: the application's own, or the type that gRPC has
	 */
	public @Nullable CallExecutorsSettings executors(ExecutorType untunedExecutor) {
		if (!needsDispatch()) {
			return null;
		}
		ExecutorSettings main = mainExecutor();
		List<CallExecutorsSettings.RouteSettings> settings = new ArrayList<>();
		for (Route route : get(Knobs.EXECUTOR_ROUTES, List.<Route>of())) {
			settings.add(new CallExecutorsSettings.RouteSettings(Objects.requireNonNull(route.method()),
					executor(Objects.requireNonNull(route.type()), route.threads(),
							"grpc-server-route-%d-".formatted(settings.size() + 1), route.queueCapacity())));
		}
		return new CallExecutorsSettings((main != null) ? main : ExecutorSettings.of(untunedExecutor, null, null, null),
				settings, canary());
	}

	private boolean needsDispatch() {
		return isLive() && (get(Knobs.EXECUTOR_TYPE) != null || !get(Knobs.EXECUTOR_ROUTES, List.of()).isEmpty()
				|| this.values.keySet().stream().anyMatch(Knobs::needsDispatch));
	}

	private @Nullable ExecutorSettings mainExecutor() {
		ExecutorType type = get(Knobs.EXECUTOR_TYPE);
		return (type != null) ? executor(type, get(Knobs.EXECUTOR_THREADS), get(Knobs.EXECUTOR_THREAD_NAME_PREFIX),
				get(Knobs.EXECUTOR_QUEUE_CAPACITY)) : null;
	}

	private ExecutorSettings executor(ExecutorType type, @Nullable Integer threads, @Nullable String threadNamePrefix,
			@Nullable Integer queueCapacity) {
		boolean codel = get(Knobs.LIMIT_QUEUE_DISCIPLINE) == QueueDiscipline.CODEL;
		return ExecutorSettings.of(type, threads, threadNamePrefix, queueCapacity,
				codel ? get(Knobs.LIMIT_MAX_QUEUE_TIME) : null, get(Knobs.EXECUTOR_MAX_VIRTUAL_THREADS));
	}

	private CallExecutorsSettings.@Nullable CanarySettings canary() {
		ExecutorType type = get(Knobs.EXECUTOR_CANARY_TYPE);
		Double share = get(Knobs.EXECUTOR_CANARY_SHARE);
		return (type != null && share != null) ? new CallExecutorsSettings.CanarySettings(
				executor(type, get(Knobs.EXECUTOR_CANARY_THREADS), "grpc-server-canary-", null), share) : null;
	}

	public GenerationChange generationChange() {
		return get(Knobs.GENERATION_CHANGE, GenerationChange.SWAP);
	}

	public boolean metrics() {
		return get(Knobs.METRICS_ENABLED, true);
	}

	/**
	 * Whether calls report their stages. A server that is not tuned is prepared for it.
	 */
	public boolean reportsStages() {
		return get(Knobs.STAGES_SAMPLED_PER_SECOND) != null;
	}

	private boolean isLive() {
		return get(Knobs.EXECUTOR_LIVE, true);
	}

	/** Whether the server differs from what its framework builds. */
	public boolean isTuned() {
		return !UNTUNED.containsAll(this.values.keySet());
	}

	/** Whether other settings can take effect without a new generation of the server. */
	public boolean fitsServerOf(Settings other) {
		return isTuned() == other.isTuned() && (isTuned() || reportsStages() == other.reportsStages())
				&& needsDispatch() == other.needsDispatch() && Objects.equals(plainExecutor(), other.plainExecutor())
				&& Knobs.all()
					.stream()
					.filter((knob) -> knob.scope() == Knob.Scope.RESTART && knob != Knobs.EXECUTOR_LIVE)
					.allMatch((knob) -> Objects.equals(get(knob), other.get(knob)));
	}

}
