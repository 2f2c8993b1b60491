package dev.grpctuning.connection;

import java.util.ArrayList;
import java.util.List;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.GenericFutureListener;
import org.jspecify.annotations.Nullable;

/**
 * Copies the small buffers that are written between two flushes into one. Netty writes a
 * unary response in about six buffers, and the queue and the system call cost more for
 * each than a copy.
 */
final class CoalescedWrites extends ChannelDuplexHandler {

	/** Larger buffers are passed on as they are. */
	private static final int SMALL = 1024;

	/** Netty's count of pending bytes does not include buffers that wait for a flush. */
	private static final int MOST = 8 * SMALL;

	private @Nullable Parts waiting;

	@Override
	public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
		if (message instanceof ByteBuf part && part.readableBytes() <= SMALL && !promise.isVoid()) {
			Parts parts = this.waiting;
			if (parts == null) {
				parts = new Parts();
				this.waiting = parts;
			}
			parts.add(part, promise);
			if (parts.bytes >= MOST) {
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

	/** Writes that were not flushed fail. */
	@Override
	public void channelInactive(ChannelHandlerContext context) {
		writeWaiting(context);
		context.fireChannelInactive();
	}

	@Override
	public void handlerRemoved(ChannelHandlerContext context) {
		writeWaiting(context);
	}

	private void writeWaiting(ChannelHandlerContext context) {
		Parts parts = this.waiting;
		if (parts != null) {
			this.waiting = null;
			parts.write(context);
		}
	}

	/** Buffers that wait, and the promises of their writes. */
	private static final class Parts implements GenericFutureListener<Future<Void>> {

		private final List<ByteBuf> buffers = new ArrayList<>();

		private final List<ChannelPromise> promises = new ArrayList<>();

		private int bytes;

		void add(ByteBuf part, ChannelPromise promise) {
			this.buffers.add(part);
			this.promises.add(promise);
			this.bytes += part.readableBytes();
		}

		void write(ChannelHandlerContext context) {
			if (this.buffers.size() == 1) {
				writeEach(context);
				return;
			}
			ByteBuf whole;
			try {
				whole = context.alloc().directBuffer(this.bytes, this.bytes);
			}
			catch (OutOfMemoryError ex) {
				writeEach(context);
				return;
			}
			for (ByteBuf part : this.buffers) {
				whole.writeBytes(part);
				part.release();
			}
			context.write(whole).addListener(this);
		}

		private void writeEach(ChannelHandlerContext context) {
			for (int i = 0; i < this.buffers.size(); i++) {
				context.write(this.buffers.get(i), this.promises.get(i));
			}
		}

		@Override
		public void operationComplete(Future<Void> written) {
			Throwable failure = written.cause();
			for (ChannelPromise promise : this.promises) {
				if (failure == null) {
					promise.trySuccess();
				}
				else {
					promise.tryFailure(failure);
				}
			}
		}

	}

}
