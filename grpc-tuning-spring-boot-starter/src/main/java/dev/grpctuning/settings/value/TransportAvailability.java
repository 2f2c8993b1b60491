package dev.grpctuning.transport;

import java.util.Arrays;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Which transports work on a machine.
 */
@FunctionalInterface
public interface TransportAvailability {

	/**
	 * Says in a few words why a transport does not work, or {@code null} if it does.
	 */
	@Nullable String unavailabilityReason(Transport transport);

	/**
	 * Transports that may be asked for, {@link Transport#AUTO} among them.
	 */
	default List<Transport> available() {
		return Arrays.stream(Transport.values())
			.filter((transport) -> unavailabilityReason(transport) == null)
			.toList();
	}

	/**
	 * Replaces {@link Transport#AUTO} by the first of epoll, io_uring and NIO that works.
	 */
	default Transport resolve(Transport transport) {
		if (transport != Transport.AUTO) {
			return transport;
		}
		if (unavailabilityReason(Transport.EPOLL) == null) {
			return Transport.EPOLL;
		}
		return (unavailabilityReason(Transport.IO_URING) == null) ? Transport.IO_URING : Transport.NIO;
	}

	/**
	 * Asks Netty's native libraries on this machine.
	 */
	static TransportAvailability ofThisMachine() {
		return new NettyTransportAvailability();
	}

}
