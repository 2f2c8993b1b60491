package dev.grpctuning.connection;

import java.time.Duration;
import java.util.function.Consumer;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameListener;
import io.netty.handler.codec.http2.Http2FrameListenerDecorator;
import io.netty.handler.codec.http2.Http2Settings;

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

	private static final Duration SECOND = Duration.ofSeconds(1);

	private final LastStreams lastStreams;

	private final Window resets;

	private final Window settings;

	private final Window others;

	FrameLimits(Http2FrameListener listener, Settings limits, LastStreams lastStreams, Consumer<Knob<?>> onLimit) {
		super(listener);
		this.lastStreams = lastStreams;
		this.resets = new Window(Knobs.CONNECTION_MAX_RESETS, limits, Integer.MAX_VALUE,
				limits.get(Knobs.CONNECTION_MAX_RESETS_WINDOW, RESETS_WINDOW), onLimit);
		this.settings = new Window(Knobs.CONNECTION_MAX_CONTROL_FRAMES, limits, MOST_SETTINGS, SECOND, onLimit);
		this.others = new Window(Knobs.CONNECTION_MAX_CONTROL_FRAMES, limits, Integer.MAX_VALUE, SECOND, onLimit);
	}

	@Override
	public void onRstStreamRead(ChannelHandlerContext context, int streamId, long errorCode) throws Http2Exception {
		this.resets.count();
		super.onRstStreamRead(context, streamId, errorCode);
	}

	@Override
	public void onSettingsRead(ChannelHandlerContext context, Http2Settings settings) throws Http2Exception {
		this.settings.count();
		super.onSettingsRead(context, settings);
	}

	@Override
	public void onPingRead(ChannelHandlerContext context, long data) throws Http2Exception {
		this.others.count();
		super.onPingRead(context, data);
	}

	@Override
	public void onPingAckRead(ChannelHandlerContext context, long data) throws Http2Exception {
		if (!this.lastStreams.awaits(data)) {
			this.others.count();
		}
		super.onPingAckRead(context, data);
	}

	@Override
	public void onPriorityRead(ChannelHandlerContext context, int streamId, int streamDependency, short weight,
			boolean exclusive) throws Http2Exception {
		this.others.count();
		super.onPriorityRead(context, streamId, streamDependency, weight, exclusive);
	}

	@Override
	public int onDataRead(ChannelHandlerContext context, int streamId, ByteBuf data, int padding, boolean endOfStream)
			throws Http2Exception {
		if (!data.isReadable() && !endOfStream) {
			this.others.count();
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
