package dev.grpctuning.load.transport.raw;

record ConnectionSettings(boolean oneResponse, int maxMessageBytes, int maxHeaderListBytes, ReceiveFlow receiveFlow,
		int firstStreamId) {

}
