package dev.grpctuning.autoconfigure;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.InvocationContext;
import org.springframework.boot.actuate.endpoint.OperationType;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvoker;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvokerAdvisor;
import org.springframework.boot.actuate.endpoint.invoke.OperationParameter;
import org.springframework.boot.actuate.endpoint.invoke.OperationParameters;

/**
 * Passes the whole body of a change, or of slices, to the endpoint. The actuator
 * otherwise passes only the parameters of the method, and would silently drop a misspelt
 * knob.
 */
class WholeBodyAdvisor implements OperationInvokerAdvisor {

	/** Parameters that are the whole body, by their endpoint. */
	private static final Map<EndpointId, String> BODIES = Map.of(EndpointId.of("grpctuning"), "changes",
			EndpointId.of("grpcslices"), "plan");

	/** The part of the path that names a knob. */
	private static final String SELECTOR = "knob";

	@Override
	public OperationInvoker apply(EndpointId endpointId, OperationType operationType, OperationParameters parameters,
			OperationInvoker invoker) {
		String body = BODIES.get(endpointId);
		if (body == null || parameters.stream().noneMatch((parameter) -> parameter.getName().equals(body))) {
			return invoker;
		}
		List<String> selectors = parameters.stream()
			.map(OperationParameter::getName)
			.filter((name) -> name.equals(SELECTOR))
			.toList();
		return (context) -> {
			Map<String, Object> arguments = new HashMap<>();
			Map<String, Object> whole = new LinkedHashMap<>(context.getArguments());
			selectors.forEach((name) -> arguments.put(name, whole.remove(name)));
			arguments.put(body, whole);
			return invoker.invoke(new InvocationContext(
					Objects.requireNonNullElse(context.resolveArgument(SecurityContext.class), SecurityContext.NONE),
					arguments));
		};
	}

}
