package dev.grpctuning.load.engine;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.testkit.AppProcess;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A run needs the same heap however many calls it has: seven megabytes are too few for
 * any, and this many calls with eight bytes each would not fit into the rest.
 */
@Timeout(600)
class ManyCallsIT {

	private static final String CALLS = "1000000";

	private static final String HEAP = "-Xmx14m";

	@ParameterizedTest
	@ValueSource(strings = { "closed", "replay" })
	void aRunOfManyCallsNeedsLittleHeap(String model, @TempDir Path folder) throws Exception {
		try (AppProcess process = AppProcess.java(folder, Map.of(), HEAP, "-XX:+UseSerialGC",
				"-XX:+ExitOnOutOfMemoryError", "-cp", System.getProperty("java.class.path"), ManyCalls.class.getName(),
				model, CALLS, folder.resolve("times.txt").toString())) {
			assertThat(process.exitCode(Duration.ofMinutes(9))).as("%s %s", process.out(), process.errLines()).isZero();
			assertThat(process.out().strip()).isEqualTo("enough=true answered=true recorded=true");
			assertThat(process.errLines()).isEmpty();
		}
	}

}
