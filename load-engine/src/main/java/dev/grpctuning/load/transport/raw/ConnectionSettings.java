package dev.grpctuning.load.transport.raw;

record ConnectionSettings(boolean oneResponse, int maxMessageBytes, int maxHeaderListBytes, ReceiveFlow receiveFlow,
		int firstStreamId) {

	static ConnectionSettings of(PreparedRequest request, RawOptions options) {
		return new ConnectionSettings(request.type().serverSendsOneMessage(), options.maxInboundMessageBytes(),
				options.maxInboundMetadataBytes(), ReceiveFlow.LARGE, 1);
	}

}
