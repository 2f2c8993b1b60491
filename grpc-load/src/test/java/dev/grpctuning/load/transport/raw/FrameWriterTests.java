package dev.grpctuning.load.transport.raw;

import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class FrameWriterTests {

	private final EmbeddedChannel channel = new EmbeddedChannel();

	private final FrameWriter writer = new FrameWriter(this.channel);

	@Test
	void whenTheServerReadsNothingThenAnswersToItsFramesAreBounded() throws Exception {
		writable(false);
		answer(10_000);
		assertThatExceptionOfType(Http2Exception.class).isThrownBy(this.writer::settingsAck)
			.withMessage("more than 10000 answers to the server's frames are unread")
			.satisfies((ex) -> assertThat(ex.error()).isEqualTo(Http2Error.ENHANCE_YOUR_CALM));
		this.channel.finishAndReleaseAll();
	}

	@Test
	void whenTheServerReadsThenAnswersToItsFramesCountAnew() throws Exception {
		writable(false);
		answer(10_000);
		writable(true);
		answer(1);
		writable(false);
		answer(10_000);
		this.channel.finishAndReleaseAll();
	}

	private void writable(boolean writable) {
		this.channel.unsafe().outboundBuffer().setUserDefinedWritability(1, writable);
	}

	private void answer(int times) throws Http2Exception {
		for (int i = 0; i < times; i++) {
			if (i % 2 == 0) {
				this.writer.pingAck(i);
			}
			else {
				this.writer.settingsAck();
			}
		}
		this.writer.flush();
	}

}
