package dev.grpctuning.settings.value;

import java.util.Arrays;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Which transports work on a machine.
 */
@FunctionalInterface
public interface TransportAvailability {

	/**
	 * Why a transport does not work, in a few words, or {@code null} if it does.
	 */
	@Nullable String unavailabilityReason(Transport transport);

	/**
	 * Transports that work, {@link Transport#AUTO} included.
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

}
