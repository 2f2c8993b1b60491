package dev.grpctuning.change;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/** Changes that outlive the application. */
public interface KeptChanges {

	/** Keeps none. */
	KeptChanges NONE = new KeptChanges() {

		@Override
		public Map<String, String> values() {
			return Map.of();
		}

		@Override
		public @Nullable String keep(Map<String, String> values) {
			return null;
		}

	};

	/** Values by property name without prefix, as the application before had them. */
	Map<String, String> values();

	/**
	 * Keeps these values instead.
	 * @return why that failed, {@code null} if it did not
	 */
	@Nullable String keep(Map<String, String> values);

}
