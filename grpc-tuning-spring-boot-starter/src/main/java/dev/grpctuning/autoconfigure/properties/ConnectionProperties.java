package dev.grpctuning.autoconfigure.properties;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Limits of connections, and when the server closes them.
 *
 * @param handshakeTimeout Time that a client has to finish the TLS handshake and to send
 * the HTTP/2 preface and SETTINGS before the server closes its connection.
 * @param maxResets Maximum number of RST_STREAM frames, such as cancelled calls, on one
 * connection in the time of connection.max-resets-window. Beyond that, the server closes
 * the connection.
 * @param maxResetsWindow Time in which the RST_STREAM frames of a connection are counted.
 * Requires connection.max-resets.
 * @param maxControlFrames Maximum number of SETTINGS, PING, PRIORITY and empty DATA
 * frames on one connection in one second. Beyond that, the server closes the connection.
 * With any value, the limit for SETTINGS frames is at most 1,000.
 * @param maxFloods Maximum number of connections from one IP address that the server
 * closes in one second because of floods of frames. Beyond that, it closes new
 * connections from there at once.
 * @param coalesceWrites Whether to copy the buffers of responses into one before they are
 * handed to the socket, which saves CPU. Buffers of more than 1 KB are not copied.
 * @param maxIdle Time without a call after which the server closes a connection
 * gracefully.
 * @param maxAge Age at which the server closes a connection gracefully. gRPC varies it by
 * up to 10%.
 * @param maxAgeGrace Time that open calls have to end after their connection has reached
 * its age.
 */
public record ConnectionProperties(@Nullable Duration handshakeTimeout, @Nullable Integer maxResets,
		@Nullable Duration maxResetsWindow, @Nullable Integer maxControlFrames, @Nullable Integer maxFloods,
		@Nullable Boolean coalesceWrites, @Nullable Duration maxIdle, @Nullable Duration maxAge,
		@Nullable Duration maxAgeGrace) {

}
