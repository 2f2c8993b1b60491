package dev.grpctuning.autoconfigure;

import java.util.Map;
import java.util.Objects;

import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.InvocationContext;
import org.springframework.boot.actuate.endpoint.OperationType;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvoker;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvokerAdvisor;
import org.springframework.boot.actuate.endpoint.invoke.OperationParameters;

/**
 * Passes the whole body of a change to the endpoint. The actuator otherwise passes only
 * the parameters of the method, and would silently drop a misspelt knob.
 */
class WholeBodyAdvisor implements OperationInvokerAdvisor {

	private static final EndpointId ENDPOINT = EndpointId.of("grpctuning");

	private static final String BODY = "changes";

	@Override
	public OperationInvoker apply(EndpointId endpointId, OperationType operationType, OperationParameters parameters,
			OperationInvoker invoker) {
		if (!endpointId.equals(ENDPOINT)
				|| parameters.stream().noneMatch((parameter) -> parameter.getName().equals(BODY))) {
			return invoker;
		}
		return (context) -> invoker.invoke(new InvocationContext(
				Objects.requireNonNullElse(context.resolveArgument(SecurityContext.class), SecurityContext.NONE),
				Map.of(BODY, context.getArguments())));
	}

}
