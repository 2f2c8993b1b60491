package dev.grpctuning.load.app;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.metadata.NearestName;
import dev.grpctuning.load.metadata.PropertyMetadata;

/** Refuses environment variables that look like properties, and that Spring ignores. */
final class UnknownVariables {

	/** Kubernetes sets such variables for a service that is named load or experiment. */
	private static final Pattern OF_KUBERNETES = Pattern.compile(".*_(SERVICE_(HOST|PORT).*|PORT(_\\d+_(TCP|UDP).*)?)");

	private static final Pattern OURS = Pattern.compile("(LOAD|EXPERIMENT)_.*");

	private UnknownVariables() {
	}

	static void refuse(Set<String> variables) {
		List<PropertyMetadata> properties = PropertyMetadata.ofLoadClient();
		for (String variable : variables) {
			if (OURS.matcher(variable).matches() && !OF_KUBERNETES.matcher(variable).matches()
					&& properties.stream().noneMatch((property) -> property.isSetBy(variable))) {
				throw new UsageException("environment variable %s: there is no such property; %s".formatted(variable,
						NearestName.hint(variable, properties.stream().map(PropertyMetadata::variable).toList(),
								"unset it, or see ./lab help load.")));
			}
		}
	}

}
