package dev.grpctuning.load.engine.raw;

/**
 * What goes for each connection of a plan.
 *
 * @param oneResponse whether an answer has exactly one message
 * @param maxMessageBytes longest message that is accepted
 * @param maxHeaderListBytes longest header list that is accepted
 * @param receiveFlow the windows that servers are given
 * @param firstStreamId number of the first stream, which is odd
 */
record ConnectionSettings(boolean oneResponse, int maxMessageBytes, int maxHeaderListBytes, ReceiveFlow receiveFlow,
		int firstStreamId) {

	static ConnectionSettings of(PreparedRequest request, RawOptions options) {
		return new ConnectionSettings(request.request().oneResponse(), options.maxInboundMessageBytes(),
				options.maxInboundMetadataBytes(), ReceiveFlow.LARGE, 1);
	}

}
