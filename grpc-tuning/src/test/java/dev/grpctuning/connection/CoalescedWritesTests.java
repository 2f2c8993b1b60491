package dev.grpctuning.connection;

import java.util.List;
import java.util.stream.IntStream;

import io.netty.buffer.AbstractByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CoalescedWritesTests {

	private final EmbeddedChannel channel = new EmbeddedChannel();

	CoalescedWritesTests() {
		this.channel.pipeline().addFirst(new CoalescedWrites(this.channel));
	}

	@AfterEach
	void close() {
		this.channel.finishAndReleaseAll();
	}

	@Test
	void whenSmallBuffersAreWrittenBeforeAFlushThenTheSocketGetsOne() {
		ByteBuf first = bytes(1, 9);
		ByteBuf second = bytes(2, 1024);
		List<ChannelFuture> writes = List.of(this.channel.write(first), this.channel.write(second));
		assertThat(writes).noneMatch(ChannelFuture::isDone);
		this.channel.flush();
		assertThat(writes).allMatch(ChannelFuture::isSuccess);
		assertThat(first.refCnt() + second.refCnt()).isZero();
		assertSent(9 + 1024);
		assertThat(this.channel.<Object>readOutbound()).isNull();
	}

	@Test
	void whenABufferIsLargeThenItIsNotCopiedAndTheOrderStays() {
		ByteBuf large = bytes(3, 1025);
		this.channel.write(bytes(1, 10));
		this.channel.write(bytes(2, 10));
		this.channel.write(large);
		this.channel.write(bytes(4, 10));
		this.channel.flush();
		assertSent(20);
		assertThat(this.channel.<Object>readOutbound()).isSameAs(large);
		large.release();
		assertSent(10);
	}

	@Test
	void whenMuchWaitsThenItDoesNotWaitForTheFlush() {
		IntStream.range(0, 20).forEach((i) -> this.channel.write(bytes(i, 1000)));
		assertThat(this.channel.unsafe().outboundBuffer().totalPendingWriteBytes())
			.as("what Netty counts, with at most 8 KB missing")
			.isGreaterThan(20_000 - 8 * 1024 - 1);
		this.channel.flush();
		assertSent(9000);
		assertSent(9000);
		assertSent(2000);
	}

	@Test
	void whenThereIsNoMemoryForACopyThenTheBuffersAreSentTogether() {
		ByteBuf first = bytes(1, 10);
		ByteBuf second = bytes(2, 20);
		this.channel.config().setAllocator(new NoDirectMemory());
		List<ChannelFuture> writes = List.of(this.channel.write(first), this.channel.write(second));
		this.channel.flush();
		assertThat(writes).allMatch(ChannelFuture::isSuccess);
		assertSent(30);
	}

	@Test
	void whenTheChannelClosesThenWhatWaitsFailsAndIsReleased() {
		ByteBuf first = bytes(1, 10);
		ByteBuf second = bytes(2, 10);
		ChannelFuture write = this.channel.write(first);
		this.channel.write(second);
		// Not through the pipeline.
		this.channel.unsafe().close(this.channel.newPromise());
		this.channel.runPendingTasks();
		assertThat(write.cause()).isNotNull();
		assertThat(first.refCnt() + second.refCnt()).isZero();
	}

	private static ByteBuf bytes(int value, int size) {
		ByteBuf buffer = Unpooled.buffer(size);
		for (int i = 0; i < size; i++) {
			buffer.writeByte(value);
		}
		return buffer;
	}

	private void assertSent(int size) {
		ByteBuf sent = this.channel.readOutbound();
		assertThat(sent.readableBytes()).isEqualTo(size);
		sent.release();
	}

	private static final class NoDirectMemory extends AbstractByteBufAllocator {

		@Override
		protected ByteBuf newHeapBuffer(int initialCapacity, int maxCapacity) {
			return Unpooled.buffer(initialCapacity, maxCapacity);
		}

		@Override
		protected ByteBuf newDirectBuffer(int initialCapacity, int maxCapacity) {
			throw new OutOfMemoryError("Cannot reserve direct buffer memory");
		}

		@Override
		public boolean isDirectBufferPooled() {
			return false;
		}

	}

}
