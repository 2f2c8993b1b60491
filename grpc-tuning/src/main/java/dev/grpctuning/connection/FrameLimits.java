package dev.grpctuning.connection;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongPredicate;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameListener;
import io.netty.handler.codec.http2.Http2FrameListenerDecorator;
import io.netty.handler.codec.http2.Http2Settings;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.settings.Knob;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.Settings;

/**
 * Counts frames that cost a client little and the server much. A client that sends more
 * of them than a well-behaved one loses its connection with {@code ENHANCE_YOUR_CALM}.
 */
final class FrameLimits extends Http2FrameListenerDecorator {

	/**
	 * SETTINGS frames cost the server more than others, and a client needs few of them.
	 */
	private static final int MOST_SETTINGS = 1000;

	private static final Duration RESETS_WINDOW = Duration.ofSeconds(30);

	private final Settings limits;

	private final LongPredicate ownPing;

	private final Consumer<Knob<?>> onLimit;

	/** Created with the first such frame, because most connections have none. */
	private @Nullable Window resets;

	private @Nullable Window settings;

	private @Nullable Window others;

	private FrameLimits(Http2FrameListener listener, Settings limits, LongPredicate ownPing,
			Consumer<Knob<?>> onLimit) {
		super(listener);
		this.limits = limits;
		this.ownPing = ownPing;
		this.onLimit = onLimit;
	}

	/**
	 * Counts from now on.
	 * @param ownPing whether the answer to a PING is one that the server waits for
	 */
	static void install(Http2ConnectionHandler http2, Settings limits, LongPredicate ownPing,
			Consumer<Knob<?>> onLimit) {
		http2.decoder().frameListener(new FrameLimits(http2.decoder().frameListener(), limits, ownPing, onLimit));
	}

	private void countReset() throws Http2Exception {
		if (this.resets == null) {
			this.resets = new Window(Knobs.CONNECTION_MAX_RESETS, this.limits, Integer.MAX_VALUE,
					this.limits.get(Knobs.CONNECTION_MAX_RESETS_WINDOW, RESETS_WINDOW), this.onLimit);
		}
		this.resets.count();
	}

	private void countSettings() throws Http2Exception {
		if (this.settings == null) {
			this.settings = control(MOST_SETTINGS);
		}
		this.settings.count();
	}

	private void countOther() throws Http2Exception {
		if (this.others == null) {
			this.others = control(Integer.MAX_VALUE);
		}
		this.others.count();
	}

	private Window control(int most) {
		return new Window(Knobs.CONNECTION_MAX_CONTROL_FRAMES, this.limits, most, Duration.ofSeconds(1), this.onLimit);
	}

	@Override
	public void onRstStreamRead(ChannelHandlerContext context, int streamId, long errorCode) throws Http2Exception {
		countReset();
		super.onRstStreamRead(context, streamId, errorCode);
	}

	@Override
	public void onSettingsRead(ChannelHandlerContext context, Http2Settings settings) throws Http2Exception {
		countSettings();
		super.onSettingsRead(context, settings);
	}

	@Override
	public void onPingRead(ChannelHandlerContext context, long data) throws Http2Exception {
		countOther();
		super.onPingRead(context, data);
	}

	@Override
	public void onPingAckRead(ChannelHandlerContext context, long data) throws Http2Exception {
		if (!this.ownPing.test(data)) {
			countOther();
		}
		super.onPingAckRead(context, data);
	}

	@Override
	public void onPriorityRead(ChannelHandlerContext context, int streamId, int streamDependency, short weight,
			boolean exclusive) throws Http2Exception {
		countOther();
		super.onPriorityRead(context, streamId, streamDependency, weight, exclusive);
	}

	@Override
	public int onDataRead(ChannelHandlerContext context, int streamId, ByteBuf data, int padding, boolean endOfStream)
			throws Http2Exception {
		if (!data.isReadable() && !endOfStream) {
			countOther();
		}
		return super.onDataRead(context, streamId, data, padding, endOfStream);
	}

	/** Frames of some kinds since the window began. Belongs to one event loop. */
	private static final class Window {

		private final Knob<Integer> knob;

		private final int max;

		private final long nanos;

		private final Consumer<Knob<?>> onLimit;

		private long start = System.nanoTime();

		private int frames;

		Window(Knob<Integer> knob, Settings limits, int most, Duration length, Consumer<Knob<?>> onLimit) {
			this.knob = knob;
			Integer limit = limits.get(knob);
			this.max = (limit != null) ? Math.min(limit, most) : Integer.MAX_VALUE;
			this.nanos = length.toNanos();
			this.onLimit = onLimit;
		}

		void count() throws Http2Exception {
			if (this.max == Integer.MAX_VALUE) {
				return;
			}
			long now = System.nanoTime();
			if (now - this.start > this.nanos) {
				this.start = now;
				this.frames = 0;
			}
			this.frames++;
			if (this.frames > this.max) {
				if (this.frames == this.max + 1) {
					this.onLimit.accept(this.knob);
				}
				throw Http2Exception.connectionError(Http2Error.ENHANCE_YOUR_CALM, "too_many_frames");
			}
		}

	}

}
