package dev.grpctuning.load.engine.channel;

import java.util.Arrays;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.load.latency.Stage;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link CallTimes} and {@link ServerTiming}. */
class CallTimesTests {

	private static final CallTimes TIMES = new CallTimes(100, 110, 113, 130, 5, 1000, 40);

	@Test
	void whenBothSidesHaveOneClockThenBothWaysAreKnown() {
		long[] nanos = TIMES.split(new ServerTiming(200, 30, 7, 11, 13, 500));
		assertThat(nanos).isEqualTo(stages(10, 12, 200 - 130 - 30 + 11, 30 + 7, 13, 500,
				1000 - (200 + 7 + 11 + 13 + 500) - 40, 0, 3 + 5 + 40));
		assertThat(Arrays.stream(nanos).sum()).isEqualTo(900);
	}

	@ParameterizedTest
	@ValueSource(longs = { -5_000_000_000L, 109, 500, 9_000_000_000L, Long.MAX_VALUE - 10 })
	void whenTheClocksDifferThenOnlyTheSumOfBothWaysIsKnown(long read) {
		long[] nanos = TIMES.split(new ServerTiming(read, 30, 7, 11, 13, 500));
		assertThat(nanos)
			.isEqualTo(stages(10, 12, 0, 30 + 7, 13, 500, 0, 1000 - 130 - 7 - 13 - 500 - 30 - 40, 3 + 5 + 40));
		assertThat(Arrays.stream(nanos).sum()).isEqualTo(900);
	}

	@Test
	void whenTheServerReadsBeforeTheClientKnowsThatItHasWrittenThenNothingCountsTwice() {
		long[] nanos = TIMES.split(new ServerTiming(120, 30, 0, 0, 0, 500));
		assertThat(nanos[Stage.STREAM_WAIT.ordinal()]).isEqualTo(120 - 113 - 5);
		assertThat(nanos[Stage.WRITE_AND_NETWORK.ordinal()]).isZero();
		assertThat(nanos[Stage.EVENT_LOOP.ordinal()]).isZero();
		assertThat(Arrays.stream(nanos).sum()).isEqualTo(900);
	}

	@Test
	void whenTheCallIsTakenOnlyAfterItHasBeenWrittenThenNothingCountsTwice() {
		long[] nanos = new CallTimes(100, 110, 600, 130, 5, 1000, 0).split(new ServerTiming(200, 0, 0, 0, 0, 700));
		assertThat(nanos).isEqualTo(stages(10, 0, 70, 0, 0, 700, 100, 0, 20));
	}

	@Test
	void timingsAreReadAsTheStarterWritesThem() {
		assertThat(ServerTiming.parse("read;at=-81234567890123;busy=0.012345, loop;dur=0.001002, request;dur=0.000000, "
				+ "queue;dur=0.020130, handler;dur=1.234567"))
			.isEqualTo(new ServerTiming(-81234567890123L, 12_345, 1_002, 0, 20_130, 1_234_567));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			''
			gfet4t7; dur=12
			read;at=1
			read;at=1;busy=1, loop;dur=x, request;dur=0, queue;dur=0, handler;dur=0
			read;at=1;busy=-1, loop;dur=0, request;dur=0, queue;dur=0, handler;dur=0
			read;at=1;busy=NaN, loop;dur=0, request;dur=0, queue;dur=0, handler;dur=0
			read;at=one;busy=1, loop;dur=0, request;dur=0, queue;dur=0, handler;dur=0
			read;at=1;busy, loop;;;=dur
			""")
	void whatOtherServersSendIsNoTiming(String text) {
		assertThat(ServerTiming.parse(text)).isNull();
	}

	private static long[] stages(long... nanos) {
		assertThat(nanos).hasSameSizeAs(Stage.values());
		return nanos;
	}

}
