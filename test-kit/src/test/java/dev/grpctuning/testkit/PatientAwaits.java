package dev.grpctuning.testkit;

import java.time.Duration;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.Extension;

/** Lets tests wait for a minute, as they share the machine with other builds. */
public final class PatientAwaits implements Extension {

	static {
		Awaitility.setDefaultTimeout(Duration.ofMinutes(1));
	}

}
