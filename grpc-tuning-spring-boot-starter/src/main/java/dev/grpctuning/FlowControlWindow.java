package dev.grpctuning;

/**
 * HTTP/2 flow control window of a stream and of a connection, for what the server
 * receives.
 *
 * @param bytes size in bytes, at the start if it grows
 * @param fixed whether it keeps its size instead of growing with the bandwidth-delay
 * product
 */
public record FlowControlWindow(int bytes, boolean fixed) {

}
