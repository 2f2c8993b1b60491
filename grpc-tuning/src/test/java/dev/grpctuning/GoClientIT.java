package dev.grpctuning;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Swaps under a client of grpc-go, which the test builds where Go is installed. */
class GoClientIT {

	private static final Path MODULE = Path.of("src/test/go").toAbsolutePath();

	private static final int SWAPS = 20;

	@Test
	void whenServerIsSwappedThenGoClientsLoseNoCall(@TempDir Path folder) throws Exception {
		Path client = folder.resolve("client");
		// An old Go does not understand the module, or knows no newer Go to take.
		assumeTrue(run("go", "list", "-m"), "Go is missing or too old");
		// Without what takes a compiler long: optimization, tracing pages, symbols.
		assertThat(run("go", "build", "-gcflags=all=-N -l", "-tags=grpcnotrace", "-ldflags=-s -w", "-o",
				client.toString(), "."))
			.as("go build")
			.isTrue();
		try (PlainServer server = PlainServer.start("executor.type=direct")) {
			Process calls = new ProcessBuilder(client.toString(), "127.0.0.1:" + server.port(),
					"/hello.v1.HelloService/SayHello")
				.redirectError(ProcessBuilder.Redirect.INHERIT)
				.start();
			try (BufferedReader printed = calls.inputReader()) {
				assertThat(printed.readLine()).isEqualTo("first call answered");
				for (int i = 1; i <= SWAPS; i++) {
					server.change("max-concurrent-calls-per-connection=" + (100 + i));
				}
				calls.getOutputStream().close();
				List<String> outcomes = printed.lines().toList();
				assertThat(outcomes).singleElement().asString().endsWith(" OK");
			}
			finally {
				calls.destroyForcibly().waitFor();
			}
		}
	}

	private static boolean run(String... command) throws InterruptedException {
		try {
			ProcessBuilder builder = new ProcessBuilder(command).directory(MODULE.toFile())
				.redirectErrorStream(true)
				.redirectOutput(ProcessBuilder.Redirect.INHERIT);
			builder.environment().put("CGO_ENABLED", "0");
			Process process = builder.start();
			return process.waitFor(4, TimeUnit.MINUTES) && process.exitValue() == 0;
		}
		catch (IOException ex) {
			return false;
		}
	}

}
