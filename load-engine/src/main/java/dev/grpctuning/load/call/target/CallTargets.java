package dev.grpctuning.load.target;

/**
 * Works out what is called from what the user wants.
 */
public final class CallTargets {

	private CallTargets() {
	}

	/**
	 * Whether only the server knows the method.
	 * @param plan what the user wants
	 * @return whether {@link #of} asks it
	 */
	public static boolean describedByServer(CallPlan plan) {
		return plan.callee() instanceof CallPlan.Method method && method.descriptors() == null
				&& !(plan.request() instanceof CallPlan.Bytes);
	}

	/**
	 * Works out what is called without the server.
	 * @param plan what the user wants, not {@linkplain #describedByServer described by
	 * the server} alone
	 * @return what is called
	 * @throws InvalidCallException if there is no such method, or the request does not
	 * fit it
	 */
	public static CallTarget<?, ?> of(CallPlan plan) {
		return of(plan, (service) -> {
			throw new IllegalArgumentException("plan: " + plan.callee() + " (expected: with descriptors)");
		});
	}

	/**
	 * Works out what is called.
	 * @param plan what the user wants
	 * @param server asked if it is {@linkplain #describedByServer needed}
	 * @return what is called
	 * @throws InvalidCallException if there is no such method, or the request does not
	 * fit it
	 */
	public static CallTarget<?, ?> of(CallPlan plan, ServiceSource server) {
		return switch (plan.callee()) {
			case CallPlan.Hello hello -> HelloTarget.of(hello, plan);
			case CallPlan.Method method -> of(method, plan, server);
		};
	}

	private static CallTarget<?, ?> of(CallPlan.Method method, CallPlan plan, ServiceSource server) {
		if (method.descriptors() != null) {
			return MethodTarget.of(method, plan, new DescriptorSet(method.descriptors()));
		}
		return (plan.request() instanceof CallPlan.Bytes bytes) ? MethodTarget.undescribed(plan, bytes)
				: MethodTarget.of(method, plan, server);
	}

	/**
	 * The metadata of calls.
	 * @param plan what the user wants
	 * @return the metadata
	 * @throws InvalidCallException if it has a placeholder that there is not
	 */
	public static Headers headers(CallPlan plan) {
		try {
			return new Headers(plan.metadata());
		}
		catch (IllegalArgumentException ex) {
			throw new InvalidCallException("load.metadata: " + ex.getMessage(), ex);
		}
	}

}
