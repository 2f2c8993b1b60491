package dev.grpctuning.load.engine.channel;

import dev.grpctuning.load.latency.Stage;

/**
 * Times of what the client did for a call, on the clock of {@link System#nanoTime()}.
 *
 * @param taken when the thread that sends the call took it
 * @param writeBusy longest time that it had waited for its event loop when it was written
 * @param endBusy longest time that its end had waited for the event loop
 */
record CallTimes(long due, long started, long taken, long written, long writeBusy, long end, long endBusy) {

	/**
	 * Splits the response time into stages, by {@link Stage#ordinal()}. Whether both
	 * sides have one clock is not assumed: their processes have on one Linux machine, and
	 * then all that the server did lies between the start and the end of the call here.
	 * The clocks of two machines count from their boots, so they practically never agree.
	 */
	long[] split(ServerTiming server) {
		long[] nanos = new long[Stage.values().length];
		long closed = server.readNanos() + server.insideNanos();
		boolean oneClock = server.readNanos() - this.started >= 0 && this.end - closed >= 0;
		// A server may read before the client knows that it has written.
		long sent = oneClock ? Math.min(this.written, server.readNanos()) : this.written;
		// An event loop that is writing others may write the call before it is taken.
		long begun = Math.min(this.taken, sent);
		long held = sent - begun;
		long writeLoop = Math.min(held, this.writeBusy);
		nanos[Stage.SCHEDULE_SLIP.ordinal()] = this.started - this.due;
		nanos[Stage.STREAM_WAIT.ordinal()] = held - writeLoop;
		nanos[Stage.EXECUTOR_QUEUE.ordinal()] = server.queueNanos();
		nanos[Stage.HANDLER.ordinal()] = server.handlerNanos();
		long outside = Math.max(0, this.end - sent - server.insideNanos());
		long out = oneClock ? Math.max(0, server.readNanos() - sent) : outside;
		long serverLoop = Math.min(out, server.busyNanos());
		long back = oneClock ? outside - out : out - serverLoop;
		long endLoop = Math.min(back, this.endBusy);
		nanos[Stage.EVENT_LOOP.ordinal()] = serverLoop + server.loopNanos();
		nanos[Stage.CLIENT_EVENT_LOOP.ordinal()] = begun - this.started + writeLoop + endLoop;
		if (oneClock) {
			nanos[Stage.WRITE_AND_NETWORK.ordinal()] = out - serverLoop + server.requestNanos();
			nanos[Stage.FLUSH_AND_NETWORK.ordinal()] = back - endLoop;
		}
		else {
			nanos[Stage.NETWORK.ordinal()] = back - endLoop + server.requestNanos();
		}
		return nanos;
	}

}
