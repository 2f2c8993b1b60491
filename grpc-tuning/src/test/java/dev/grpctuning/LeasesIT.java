package dev.grpctuning;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.grpctuning.change.Lease;
import dev.grpctuning.change.TuningChange;
import dev.grpctuning.change.TuningChange.Outcome;
import dev.grpctuning.change.WantedChange;
import dev.grpctuning.server.Tuning;
import dev.grpctuning.settings.Knob;
import dev.grpctuning.settings.Knobs;

import static org.assertj.core.api.Assertions.assertThat;

/** Changes that are in force for a time. */
class LeasesIT {

	private static final Duration SHORT = Duration.ofMillis(500);

	private static final Duration LONG = Duration.ofHours(1);

	private final PlainServer server = PlainServer.start("executor.type=fixed", "executor.threads=2");

	private final Tuning tuning = this.server.tuning();

	@AfterEach
	void close() {
		this.server.close();
	}

	@Test
	void whenItsTimeIsOverThenTheFormerValuesReturn() throws Exception {
		TuningChange change = change(SHORT, "executor.threads=5");
		assertThat(change.until()).isAfter(change.at());
		assertThat(this.tuning.leases().open()).containsExactly(new Lease(1, "somebody", "a test",
				Objects.requireNonNull(change.until()), List.of("executor.threads")));
		assertThat(value(Knobs.EXECUTOR_THREADS)).isEqualTo(5);
		awaitReturn();
		assertThat(value(Knobs.EXECUTOR_THREADS)).isEqualTo(2);
		assertThat(this.tuning.history().changes()).extracting(TuningChange::outcome)
			.containsExactly(Outcome.RETURNED, Outcome.APPLIED);
		assertThat(this.tuning.history().changes()).extracting(TuningChange::id).containsOnly(1);
		assertThat(this.tuning.history().changes().get(0).changes()).extracting(TuningChange.KnobChange::knob)
			.containsExactly("executor.threads");
		assertThat(this.tuning.drift()).isZero();
	}

	@Test
	void whenTheServerWasSwappedMeanwhileThenTheFormerValuesReturnToo() throws Exception {
		change(SHORT, "worker-threads=1", "executor.threads=5");
		assertThat(this.server.change("max-concurrent-calls-per-connection=100").generation()).isEqualTo(3);
		awaitReturn();
		assertThat(value(Knobs.EXECUTOR_THREADS)).isEqualTo(2);
		assertThat(value(Knobs.MAX_CONCURRENT_CALLS_PER_CONNECTION)).isEqualTo(100);
		assertThat(this.tuning.reading().text(Knobs.WORKER_THREADS)).isNull();
		assertThat(this.server.call()).isNotEmpty();
	}

	@Test
	void whenItIsConfirmedThenItStays() throws Exception {
		change(SHORT, "executor.threads=5");
		assertThat(this.tuning.leases().confirm(1, "another")).get().returns(Outcome.CONFIRMED, TuningChange::outcome);
		assertThat(this.tuning.leases().open()).isEmpty();
		assertThat(this.tuning.leases().confirm(1, "another")).isEmpty();
		// A lease that was made later has ended.
		change(SHORT, "executor.threads=7");
		awaitReturn();
		assertThat(value(Knobs.EXECUTOR_THREADS)).isEqualTo(5);
		assertThat(this.tuning.drift()).isOne();
	}

	@Test
	void whenAChangeIsKeptThenItCanBeTakenBackUntilTheNext() throws Exception {
		this.server.change("executor.threads=5");
		this.server.change("executor.threads=7");
		assertThat(this.tuning.leases().undo(1, null)).isEmpty();
		assertThat(this.tuning.leases().undo(2, null)).isPresent();
		assertThat(value(Knobs.EXECUTOR_THREADS)).isEqualTo(5);
	}

	@Test
	void whenItIsUndoneThenALaterChangeOfTheSameKnobStays() throws Exception {
		change(LONG, "executor.type=cached", "executor.threads=5");
		this.server.change("executor.threads=7");
		assertThat(this.tuning.leases().undo(1, "another")).get().returns("another", TuningChange::by);
		assertThat(value(Knobs.EXECUTOR_THREADS)).isEqualTo(7);
		assertThat(value(Knobs.EXECUTOR_TYPE)).hasToString("fixed");
	}

	@Test
	void whenLeasesOverlapThenEachReturnsWhatIsLeft() throws Exception {
		change(LONG, "executor.threads=5");
		change(LONG, "executor.threads=7");
		assertThat(this.tuning.leases().open()).extracting(Lease::id).containsExactly(1, 2);
		this.tuning.leases().undo(1, null);
		assertThat(value(Knobs.EXECUTOR_THREADS)).isEqualTo(7);
		this.tuning.leases().undo(2, null);
		assertThat(value(Knobs.EXECUTOR_THREADS)).isEqualTo(2);
	}

	@Test
	void whenAChangeToKeepReplacesItThenItIsNoLongerOpen() throws Exception {
		change(LONG, "executor.threads=5");
		change(LONG, "limit.concurrent-calls=9");
		this.server.change("executor.threads=7");
		assertThat(this.tuning.leases().open()).extracting(Lease::id).containsExactly(2);
		this.tuning.change(new WantedChange(Map.of(), true, null, null, null, false));
		assertThat(this.tuning.leases().open()).isEmpty();
		assertThat(value(Knobs.EXECUTOR_THREADS)).isEqualTo(2);
	}

	@Test
	void whenAResetIsForATimeThenTheEarlierChangesReturn() throws Exception {
		this.server.change("executor.threads=7");
		this.tuning.change(new WantedChange(Map.of(), true, null, null, LONG, false));
		assertThat(value(Knobs.EXECUTOR_THREADS)).isEqualTo(2);
		this.tuning.leases().undo(this.tuning.leases().open().get(0).id(), null);
		assertThat(value(Knobs.EXECUTOR_THREADS)).isEqualTo(7);
	}

	private TuningChange change(Duration lease, String... values) throws Exception {
		return this.tuning
			.change(new WantedChange(TextSettings.values(values), false, "somebody", "a test", lease, false));
	}

	private @Nullable Object value(Knob<?> knob) {
		return this.server.effective(knob);
	}

	private void awaitReturn() {
		Awaitility.await()
			.until(() -> this.tuning.history().changes().get(0).outcome() == Outcome.RETURNED
					&& this.tuning.leases().open().isEmpty());
	}

}
