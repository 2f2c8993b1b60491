package dev.grpctuning.load.pressure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

/** Tests for {@link ClientWatch}, and for the shares between its samples. */
class ClientWatchTests {

	@TempDir
	private Path root;

	@Test
	void whenTheClientCollectsItsGarbageThenTheTimeIsSeen() {
		try (ClientWatch watch = ClientWatch.start()) {
			long from = System.nanoTime();
			System.gc();
			long until = System.nanoTime();
			await().untilAsserted(() -> assertThat(watch.observation().stalls()).anySatisfy((stall) -> {
				assertThat(stall.cause()).isEqualTo(TailCause.CLIENT_COLLECTION);
				// Its times are in whole milliseconds, and its report may come late.
				assertThat(stall.fromNanos()).isBetween(from - 2_000_000, System.nanoTime());
				assertThat(stall.untilNanos() - stall.fromNanos()).isLessThan(until - from + 2_000_000);
			}));
		}
	}

	@Test
	void whenTheFilesAreThereThenTheSharesAreThoseBetweenTheSamples() throws IOException {
		write("proc/pressure/cpu", "some avg10=0.00 avg60=0.00 avg300=0.00 total=1000\n");
		write("proc/stat", "cpu  100 0 0 100 0 0 0 0 0 0\n");
		write("proc/self/task/1/schedstat", "1 1000 1\n");
		write("proc/self/cgroup", "0::/\n");
		write("sys/fs/cgroup/cpu.stat", "nr_periods 10\nnr_throttled 1\n");
		long from = System.nanoTime();
		ClientWatch watch = ClientWatch.start(this.root);
		await().until(() -> watch.observation().samples().size() > 1);
		write("proc/stat", "cpu  130 0 0 160 0 0 0 10 0 0\n");
		write("proc/self/task/1/schedstat", "1 2000001000 1\n");
		write("sys/fs/cgroup/cpu.stat", "nr_periods 30\nnr_throttled 11\n");
		watch.close();
		Contention all = Objects.requireNonNull(watch.observation().between(from, System.nanoTime()));
		assertThat(all.pressureShare()).isZero();
		assertThat(all.delaySeconds()).isEqualTo(2);
		assertThat(all.throttledShare()).isEqualTo(0.5);
		assertThat(all.machineShare()).isCloseTo(0.3, within(1e-9));
		assertThat(all.stealShare()).isCloseTo(0.1, within(1e-9));
		assertThat(all.machineProcessors()).isPositive();
	}

	@Test
	void whenThereAreNoFilesThenNothingIsKnownAndNothingFails() {
		long from = System.nanoTime();
		ClientWatch watch = ClientWatch.start(this.root);
		await().until(() -> watch.observation().samples().size() > 1);
		watch.close();
		assertThat(watch.observation().between(from, System.nanoTime()))
			.isEqualTo(new Contention(null, null, null, null, null, null));
		assertThat(ClientObservation.NONE.between(from, System.nanoTime())).isNull();
	}

	private void write(String file, String content) throws IOException {
		Path path = this.root.resolve(file);
		Files.createDirectories(path.getParent());
		Files.writeString(path, content);
	}

}
