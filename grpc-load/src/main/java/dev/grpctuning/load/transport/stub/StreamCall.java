package dev.grpctuning.load.transport.stub;

import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;

import dev.grpctuning.load.call.CallTarget;
import dev.grpctuning.load.call.CallTarget.Requests;
import dev.grpctuning.load.engine.channel.OpenCall;
import dev.grpctuning.load.transport.stub.StubCalls.CallEnds;

/**
 * A streaming call. Sends requests as fast as the transport accepts them, and requests
 * the next response after each.
 */
final class StreamCall<Q, R> extends ClientCall.Listener<R> {

	private final ClientCall<Q, R> clientCall;

	private final Requests<Q> requests;

	private final boolean clientStreams;

	private final long number;

	private final OpenCall call;

	private final OpenCall.Stream messages;

	private final CallEnds ends;

	private int sent;

	private boolean closed;

	StreamCall(ClientCall<Q, R> clientCall, CallTarget<Q, R> target, long number, OpenCall call, CallEnds ends) {
		this.clientCall = clientCall;
		this.requests = target.requests();
		this.clientStreams = !target.method().getType().clientSendsOneMessage();
		this.number = number;
		this.call = call;
		this.messages = call.stream(!target.method().getType().serverSendsOneMessage());
		this.ends = ends;
	}

	/** Sends a single request at once, streamed ones when the transport is ready. */
	void start() {
		this.clientCall.start(this, new Metadata());
		this.clientCall.request(1);
		if (!this.clientStreams) {
			sendNext();
			this.clientCall.halfClose();
		}
		else if (this.requests.count() == 0) {
			this.clientCall.halfClose();
		}
	}

	@Override
	public void onReady() {
		int count = this.requests.count();
		while (this.sent < count && !this.closed && this.clientCall.isReady()) {
			sendNext();
			if (this.sent == count) {
				this.clientCall.halfClose();
			}
		}
	}

	private void sendNext() {
		this.clientCall.sendMessage(this.requests.message(this.number, this.sent));
		this.sent++;
		this.messages.sent();
	}

	@Override
	public void onMessage(R response) {
		this.messages.received();
		this.clientCall.request(1);
	}

	@Override
	public void onClose(Status status, Metadata trailers) {
		this.closed = true;
		this.ends.ended(this.call, status.isOk() ? null : status);
	}

}
