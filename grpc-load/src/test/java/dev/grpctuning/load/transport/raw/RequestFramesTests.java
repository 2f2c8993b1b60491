package dev.grpctuning.load.transport.raw;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link RequestFrames}. */
class RequestFramesTests {

	private static final int MAX_LENGTH = 16_384;

	private final Frame frame = new Frame();

	@ParameterizedTest
	@ValueSource(ints = { 9, 100, MAX_LENGTH - 1, MAX_LENGTH, MAX_LENGTH + 1, MAX_LENGTH + 5, MAX_LENGTH + 9,
			2 * MAX_LENGTH + 3, 3 * MAX_LENGTH })
	void whenTheBlockIsLongThenItIsCutButNeverInsideOfTheDeadline(int length) {
		CallTimeout timeout = new CallTimeout(Duration.ofSeconds(2));
		byte[] block = new byte[length];
		Arrays.fill(block, (byte) '-');
		RequestFrames frames = RequestFrames.of(block, true, new byte[3], true);
		ByteBuf out = Unpooled.buffer();
		int start = frames.write(out, 5);
		frames.setTimeout(out, start, timeout, 1_000_000);
		ByteBuf whole = Unpooled.buffer();
		boolean ended = false;
		while (!ended) {
			this.frame.peek(out);
			assertThat(this.frame.length()).isLessThanOrEqualTo(MAX_LENGTH);
			assertThat(this.frame.streamId()).isEqualTo(5);
			assertThat(this.frame.type()).isEqualTo(whole.isReadable() ? PeerFrame.CONTINUATION : PeerFrame.HEADERS);
			ended = !this.frame.isContinued();
			out.skipBytes(9);
			whole.writeBytes(out, this.frame.length());
		}
		assertThat(whole.readableBytes()).isEqualTo(length);
		byte[] end = new byte[9];
		whole.getBytes(length - 9, end);
		assertThat(new String(end, StandardCharsets.US_ASCII)).isEqualTo("00001000u");
		next(out, PeerFrame.DATA, 3, 5);
	}

	private void next(ByteBuf out, int type, int length, int stream) {
		this.frame.peek(out);
		assertThat(this.frame.type()).isEqualTo(type);
		assertThat(this.frame.length()).isEqualTo(length);
		assertThat(this.frame.streamId()).isEqualTo(stream);
		out.skipBytes(9 + length);
	}

}
