package dev.grpctuning.testkit;

import java.time.Duration;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Lets tests wait for a minute, as they share the machine with other builds. */
public final class PatientAwaits implements BeforeAllCallback {

	static {
		Awaitility.setDefaultTimeout(Duration.ofMinutes(1));
	}

	@Override
	public void beforeAll(ExtensionContext context) {
		// Nothing is left to be done when this class has been loaded.
	}

}
