package dev.grpctuning.load.engine;

import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link ClientProcess}. Other threads of this JVM come and go meanwhile. */
class ClientProcessTests {

	private static final int THREADS = 400;

	@Test
	void whenGarbageIsCollectedThenTheTimeInPausesGrows() {
		long before = ClientProcess.gcMillis();
		Awaitility.await().until(() -> {
			System.gc();
			return ClientProcess.gcMillis() > before;
		});
	}

	@Test
	void whenPlatformThreadsAreStartedThenTheyCount() throws InterruptedException {
		assertThat(added(Thread.ofPlatform().daemon())).isBetween(THREADS / 2, 3 * THREADS / 2);
	}

	@Test
	void whenVirtualThreadsAreStartedThenTheyDoNotCount() throws InterruptedException {
		assertThat(added(Thread.ofVirtual())).isLessThan(THREADS / 2);
	}

	private static int added(Thread.Builder builder) throws InterruptedException {
		int before = ClientProcess.threads();
		CountDownLatch started = new CountDownLatch(THREADS);
		CountDownLatch end = new CountDownLatch(1);
		try {
			IntStream.range(0, THREADS).forEach((index) -> builder.start(() -> {
				started.countDown();
				await(end);
			}));
			started.await();
			return ClientProcess.threads() - before;
		}
		finally {
			end.countDown();
		}
	}

	private static void await(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
