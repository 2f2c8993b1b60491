package dev.grpctuning.load.transport.raw;

import java.util.Map;

import com.google.protobuf.ByteString;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.call.CallPlan;
import dev.grpctuning.load.call.CallSettings;
import dev.grpctuning.load.call.CallTarget;
import dev.grpctuning.load.call.InvalidCallException;
import dev.grpctuning.load.call.target.CallTargets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class RequestContentsTests {

	private static final int MEGABYTE = 1 << 20;

	@Test
	void whenTheRequestsOfACallAreAsLongAsTheyMayBeThenTheyAreTaken() {
		RequestContent content = contents(MEGABYTE, 3).of(0);
		assertThat(content.messages()).isEqualTo(3);
		assertThat(content.messageBytes()).isEqualTo(3 * MEGABYTE);
		assertThat(content.messageEnd(0)).isEqualTo(MEGABYTE + 5);
		assertThat(content.messageEnd(2)).isEqualTo(3 * (MEGABYTE + 5)).isEqualTo(content.bodyBytes());
	}

	@Test
	void whenTheRequestsOfACallAreTooLongToBePreparedThenSaysSo() {
		assertThatExceptionOfType(InvalidCallException.class).isThrownBy(() -> contents(MEGABYTE, 4).of(0))
			.withMessage("load.messages: the 4 requests of a call take more than 3 MB, which is the most that "
					+ "load.engine=raw prepares in memory with this heap; send fewer, or use load.engine=stub");
	}

	@Test
	void whenOneRequestIsTooLongToBePreparedThenItIsNotTheirNumber() {
		assertThatExceptionOfType(InvalidCallException.class).isThrownBy(() -> contents(3 * MEGABYTE + 1, 2).of(0))
			.withMessage("load.engine: raw prepares requests in memory, with this heap 3 MB at most, "
					+ "and one of these takes 4 MB; make it smaller, or use load.engine=stub");
	}

	private static RequestContents contents(int bytes, int messages) {
		CallPlan plan = new CallPlan(new CallPlan.Method("a.Service", "Method", null),
				new CallPlan.Bytes("", ByteString.copyFrom(new byte[bytes])), messages, Map.of(), CallSettings.DEFAULT);
		CallTarget<?, ?> target = CallTargets.of(plan);
		return new RequestContents(target, null, 3 * MEGABYTE);
	}

}
