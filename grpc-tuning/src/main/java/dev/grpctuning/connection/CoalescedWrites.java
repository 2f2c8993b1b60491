package dev.grpctuning.connection;

import java.nio.channels.ClosedChannelException;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.AbstractCoalescingBufferQueue;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;

/**
 * Copies the small buffers that are written between two flushes into one. Netty writes a
 * unary response in about six buffers, and the queue and the system call cost more for
 * each than a copy.
 */
final class CoalescedWrites extends ChannelDuplexHandler {

	/** Larger buffers are passed on as they are. */
	private static final int SMALL = 1024;

	private static final int MOST = 8 * SMALL;

	private final Waiting waiting;

	CoalescedWrites(Channel channel) {
		this.waiting = new Waiting(channel);
	}

	@Override
	public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
		if (message instanceof ByteBuf part && part.readableBytes() <= SMALL) {
			this.waiting.add(part, promise);
			if (this.waiting.readableBytes() >= MOST) {
				writeWaiting(context);
			}
		}
		else {
			writeWaiting(context);
			context.write(message, promise);
		}
	}

	@Override
	public void flush(ChannelHandlerContext context) {
		writeWaiting(context);
		context.flush();
	}

	@Override
	public void channelInactive(ChannelHandlerContext context) {
		this.waiting.releaseAndFailAll(context, new ClosedChannelException());
		context.fireChannelInactive();
	}

	private void writeWaiting(ChannelHandlerContext context) {
		if (!this.waiting.isEmpty()) {
			ChannelPromise written = context.newPromise();
			context.write(this.waiting.remove(context.alloc(), MOST + SMALL, written), written);
		}
	}

	/** Buffers that wait, and the promises of their writes. */
	private static final class Waiting extends AbstractCoalescingBufferQueue {

		private static final int INITIAL = 8;

		Waiting(Channel channel) {
			super(channel, INITIAL);
		}

		@Override
		protected ByteBuf composeFirst(ByteBufAllocator allocator, ByteBuf first, int size) {
			try {
				return compose(allocator, allocator.directBuffer(size, size), first);
			}
			catch (OutOfMemoryError ex) {
				return first;
			}
		}

		@Override
		protected ByteBuf compose(ByteBufAllocator allocator, ByteBuf whole, ByteBuf next) {
			if (whole.maxWritableBytes() < next.readableBytes() || whole.maxCapacity() == Integer.MAX_VALUE) {
				return composeIntoComposite(allocator, whole, next);
			}
			whole.writeBytes(next);
			next.release();
			return whole;
		}

		@Override
		protected ByteBuf removeEmptyValue() {
			return Unpooled.EMPTY_BUFFER;
		}

	}

}
