package dev.grpctuning.load.transport.raw;

import java.nio.charset.StandardCharsets;
import java.time.Duration;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link CallTimeout}. */
class CallTimeoutTests {

	@ParameterizedTest
	@CsvSource({ "PT0.000001S, 00000001u", "PT1.5S, 01500000u", "PT99.999999S, 99999999u", "PT100S, 00100000m",
			"PT27H, 97200000m", "PT28H, 00100800S", "P365D, 31536000S", "P3650D, 99999999S" })
	void whenADurationIsWholeThenItIsSaidInTheFinestUnitThatHoldsIt(Duration duration, String text) {
		CallTimeout timeout = new CallTimeout(duration);
		assertThat(timeout.text(timeout.nanos())).isEqualTo(text).hasSize(CallTimeout.BYTES);
	}

	@Test
	void whenSomeOfItIsLeftThenOnlyTheNumberChanges() {
		CallTimeout timeout = new CallTimeout(Duration.ofSeconds(2));
		ByteBuf out = Unpooled.copiedBuffer("<" + timeout.text(timeout.nanos()) + ">", StandardCharsets.US_ASCII);
		timeout.overwrite(out, 1, Duration.ofMillis(1234).toNanos());
		assertThat(out.toString(StandardCharsets.US_ASCII)).isEqualTo("<01234000u>");
	}

	@Test
	void whenNothingIsLeftThenTheShortestTimeIsSaid() {
		assertThat(new CallTimeout(Duration.ofSeconds(2)).text(-5)).isEqualTo("00000001u");
	}

}
