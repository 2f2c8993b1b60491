package dev.grpctuning.load.transport.raw;

/**
 * The part of a request that the server's windows have held back.
 */
final class RequestBody {

	private final RawCall call;

	private final int length;

	private int sent;

	private int window;

	private boolean queued;

	RequestBody(RawCall call, int length, int window) {
		this.call = call;
		this.length = length;
		this.window = window;
	}

	RawCall call() {
		return this.call;
	}

	int sent() {
		return this.sent;
	}

	int left() {
		return this.length - this.sent;
	}

	void advance(int bytes) {
		this.sent += bytes;
		this.window -= bytes;
	}

	/**
	 * Bytes that the stream's window allows; negative when the server has reduced it.
	 */
	int window() {
		return this.window;
	}

	void setWindow(int window) {
		this.window = window;
	}

	boolean isQueued() {
		return this.queued;
	}

	void setQueued(boolean queued) {
		this.queued = queued;
	}

}
