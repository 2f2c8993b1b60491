package dev.grpctuning.call.executor;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

import dev.grpctuning.settings.value.ExecutorSettings;
import dev.grpctuning.settings.value.ExecutorType;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * In which order tasks leave the queue, and how long they may wait.
 */
class CodelQueueTests {

	private static final Duration INTERVAL = Duration.ofMillis(100);

	private static final Duration TARGET = Duration.ofMillis(5);

	private final List<String> ran = new ArrayList<>();

	private long now = -1;

	private final CodelQueue queue = new CodelQueue(INTERVAL, () -> this.now);

	@Test
	void whenQueueIsEmptyNowAndThenTheOldestGoesFirst() throws InterruptedException {
		for (int i = 0; i < 10; i++) {
			arrive("first");
			pass(30);
			arrive("second");
			pass(30);
			assertThat(take(2)).containsExactly("first", "second");
			assertThat(this.queue.maxWait()).isEqualTo(INTERVAL);
		}
	}

	@Test
	void whenQueueHasNotBeenEmptyForAnIntervalThenTheNewestGoesFirst() throws InterruptedException {
		arrive("old");
		pass(100);
		assertThat(this.queue.maxWait()).isEqualTo(INTERVAL);
		pass(1);
		assertThat(this.queue.maxWait()).isEqualTo(TARGET);
		arrive("newer");
		arrive("newest");
		assertThat(take(3)).containsExactly("old", "newest", "newer");
	}

	@Test
	void whenTasksWaitedLongerThanTheTargetThenTheyLeaveBeforeTheNewest() throws InterruptedException {
		arrive("full");
		pass(101);
		arrive("a");
		arrive("b");
		pass(5);
		arrive("c");
		arrive("d");
		assertThat(take(2)).containsExactly("full", "d");
		pass(1);
		arrive("e");
		assertThat(take(4)).containsExactly("a", "b", "e", "c");
	}

	@Test
	void whenAPoolHasTheQueueThenItRunsEveryTaskAndEnds() {
		HandlerExecutor executor = new HandlerExecutorFactory(17, null, null)
			.create(ExecutorSettings.of(ExecutorType.FIXED, 2, "test-", null, INTERVAL, null));
		List<Integer> done = Collections.synchronizedList(new ArrayList<>());
		for (int i = 0; i < 10_000; i++) {
			int number = i;
			executor.executor().execute(() -> done.add(number));
		}
		await().until(() -> done.size() == 10_000);
		assertThat(done).doesNotHaveDuplicates();
		assertThat(executor.maxWait(Duration.ofDays(1))).isEqualTo(INTERVAL);
		assertThat(executor.close(Duration.ofSeconds(5))).isTrue();
	}

	@Test
	void otherExecutorsHaveTheUsualWait() {
		assertThat(new HandlerExecutor(Executors.newCachedThreadPool()).maxWait(INTERVAL)).isEqualTo(INTERVAL);
		assertThat(ExecutorSettings.of(ExecutorType.FORK_JOIN, 2, "test-", null, INTERVAL, null).codelInterval())
			.isNull();
	}

	private void arrive(String name) {
		this.queue.offer(this.queue.arriving(() -> this.ran.add(name)));
	}

	private void pass(long millis) {
		this.now += TimeUnit.MILLISECONDS.toNanos(millis);
	}

	private List<String> take(int tasks) throws InterruptedException {
		this.ran.clear();
		for (int i = 0; i < tasks; i++) {
			this.queue.take().run();
		}
		return this.ran;
	}

}
