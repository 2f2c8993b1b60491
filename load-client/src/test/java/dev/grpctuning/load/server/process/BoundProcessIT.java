package dev.grpctuning.load.server.process;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Tests for {@link BoundProcess}. */
class BoundProcessIT {

	@Test
	void whenAProcessEndsThenItsExitCodeIsKeptAndNobodyWatchesIt() throws Exception {
		Process process = BoundProcess.start(new ProcessBuilder("/bin/sh", "-c", "exit 3"));
		assertThat(process.waitFor()).isEqualTo(3);
		await().atMost(Duration.ofSeconds(30)).until(() -> watches(process).isEmpty());
	}

	@Test
	void whenAProcessIsEndedThenItGetsTheSignal() throws Exception {
		Process process = BoundProcess
			.start(new ProcessBuilder("/bin/sh", "-c", "trap 'exit 7' TERM; echo up; while :; do sleep 0.1; done"));
		assertThat(process.inputReader().readLine()).isEqualTo("up");
		assertThat(watches(process)).hasSize(1);
		process.destroy();
		assertThat(process.waitFor()).isEqualTo(7);
	}

	private static List<ProcessHandle> watches(Process watched) {
		return ProcessHandle.current()
			.children()
			.filter((child) -> Stream.of(child.info().arguments().orElse(new String[0]))
				.anyMatch(String.valueOf(watched.pid())::equals))
			.toList();
	}

}
