package dev.grpctuning.load;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

import io.grpc.Metadata;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

import dev.grpctuning.load.target.CallPlan;

/**
 * Makes what is called of its properties, or says which of them is wrong.
 */
final class CallPlanFactory {

	/**
	 * What no server takes any more as one message, without a limit of its own.
	 */
	private static final int MOST_LONGS = 1_000_000;

	private CallPlanFactory() {
	}

	static CallPlan create(LoadProperties load) {
		int longs = load.hello().longs();
		if (longs < 0 || longs > MOST_LONGS) {
			throw new InvalidConfigurationPropertyValueException("load.hello.longs", longs,
					"It must be from 0 to %d.".formatted(MOST_LONGS));
		}
		return new CallPlan(load.codec(), longs, checkedMetadata(load.metadata()));
	}

	private static Map<String, String> checkedMetadata(Map<String, String> metadata) {
		Map<String, String> checked = new LinkedHashMap<>();
		metadata.forEach((key, value) -> {
			try {
				String lower = metadataKey(key.toLowerCase(Locale.ROOT), System.getenv());
				Metadata.Key.of(lower, Metadata.ASCII_STRING_MARSHALLER);
				checked.put(lower, value);
			}
			catch (IllegalArgumentException ex) {
				throw new InvalidConfigurationPropertyValueException("load.metadata." + key, value,
						"The key must be a gRPC metadata key of letters, digits, '-', '_' and '.' that does not end in -bin.");
			}
			if (!value.matches("[ -~]*")) {
				throw new InvalidConfigurationPropertyValueException("load.metadata." + key, value,
						"The value must be of printable ASCII characters, as gRPC metadata is.");
			}
		});
		return checked;
	}

	/**
	 * A variable's name cannot say whether a dot or a hyphen is meant, and Spring Boot
	 * takes it for a dot; in gRPC's metadata hyphens are usual.
	 */
	static String metadataKey(String key, Map<String, String> variables) {
		String variable = "LOAD_METADATA_" + key.toUpperCase(Locale.ROOT).replace('.', '_');
		return variables.containsKey(variable) ? key.replace('.', '-') : key;
	}

}
