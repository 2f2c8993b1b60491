package dev.grpctuning.load.engine.channel;

import java.io.IOException;

import io.grpc.Status;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

/** Tests for {@link FailureCounts}. */
class FailureCountsTests {

	private final FailureCounts failures = new FailureCounts();

	@Test
	void whenNothingFailedThenBothAreEmpty() {
		assertThat(this.failures.byStatus()).isEmpty();
		assertThat(this.failures.firstMessages()).isEmpty();
	}

	@Test
	void whenCallsFailThenEachStatusIsCountedInOrderOfItsName() {
		this.failures.add(Status.UNAVAILABLE);
		this.failures.add(Status.INTERNAL);
		this.failures.add(Status.UNAVAILABLE);
		assertThat(this.failures.byStatus()).containsExactly(entry("INTERNAL", 1L), entry("UNAVAILABLE", 2L));
	}

	@Test
	void whenAStatusComesAgainThenItsFirstMessageStays() {
		this.failures.add(Status.UNAVAILABLE.withDescription("io exception"));
		this.failures.add(Status.INTERNAL.withDescription("bug"));
		this.failures.add(Status.UNAVAILABLE.withDescription("channel shut down"));
		assertThat(this.failures.firstMessages()).containsExactly(entry("INTERNAL", "bug"),
				entry("UNAVAILABLE", "io exception"));
	}

	@Test
	void whenThereIsACauseThenItsMessageFollows() {
		this.failures.add(Status.UNAVAILABLE.withDescription("io exception").withCause(new IOException("refused")));
		assertThat(this.failures.firstMessages()).containsEntry("UNAVAILABLE", "io exception: refused");
	}

	@Test
	void whenThereIsOnlyACauseThenItsMessageStandsAlone() {
		this.failures.add(Status.UNKNOWN.withCause(new IOException("refused")));
		assertThat(this.failures.firstMessages()).containsEntry("UNKNOWN", "refused");
	}

	@Test
	void whenTheCauseSaysNothingThenTheDescriptionStandsAlone() {
		this.failures.add(Status.UNKNOWN.withDescription("odd").withCause(new IOException()));
		assertThat(this.failures.firstMessages()).containsEntry("UNKNOWN", "odd");
	}

	@Test
	void whenNothingIsSaidThenTheMessageIsEmpty() {
		this.failures.add(Status.CANCELLED);
		assertThat(this.failures.firstMessages()).containsEntry("CANCELLED", "");
	}

	@Test
	void whenTheServerSendsATextThatControlsATerminalThenItIsCleanAndShort() {
		this.failures.add(Status.INTERNAL.withDescription("\u001b[2Ja\u202eb" + "x".repeat(1000)));
		this.failures.add(Status.UNKNOWN.withCause(new IOException("a\nb")));
		assertThat(this.failures.firstMessages()).containsEntry("INTERNAL", "[2Jab" + "x".repeat(495) + "…")
			.containsEntry("UNKNOWN", "a b");
	}

	@Test
	void whenAllAnswersAreUnimplementedThenLostCallsAreNone() {
		FailureCounts warmup = new FailureCounts();
		assertThat(FailureCounts.areUnimplemented(warmup, this.failures)).isFalse();
		warmup.add(Status.UNAVAILABLE);
		assertThat(FailureCounts.areUnimplemented(warmup, this.failures)).isFalse();
		this.failures.add(Status.UNIMPLEMENTED.withDescription("no such method"));
		this.failures.add(Status.DEADLINE_EXCEEDED);
		assertThat(FailureCounts.areUnimplemented(warmup, this.failures)).isTrue();
		warmup.add(Status.NOT_FOUND);
		assertThat(FailureCounts.areUnimplemented(warmup, this.failures)).isFalse();
	}

}
