package dev.grpctuning.testkit;

import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

/** Tests for {@link LeakCheck}. */
@ExtendWith(LeakCheck.class)
class LeakCheckTests {

	@Test
	void whenABufferIsNotReleasedThenTheCheckFailsOnce() {
		leak();
		assertThatExceptionOfType(AssertionError.class).isThrownBy(LeakCheck::check)
			.withMessageContaining("not released");
		assertThatNoException().isThrownBy(LeakCheck::check);
	}

	private static void leak() {
		Unpooled.directBuffer(16).writeByte(1);
	}

}
