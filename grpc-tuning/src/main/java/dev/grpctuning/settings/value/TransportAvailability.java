package dev.grpctuning.settings.value;

import org.jspecify.annotations.Nullable;

/** Which transports work on a machine. */
@FunctionalInterface
public interface TransportAvailability {

	/** Why a transport does not work, in a few words, or {@code null} if it does. */
	@Nullable String unavailabilityReason(Transport transport);

	/** Replaces {@link Transport#AUTO} by the first that works. */
	default Transport resolve(Transport transport) {
		if (transport != Transport.AUTO) {
			return transport;
		}
		if (unavailabilityReason(Transport.EPOLL) == null) {
			return Transport.EPOLL;
		}
		return (unavailabilityReason(Transport.IO_URING) == null) ? Transport.IO_URING : Transport.NIO;
	}

	/** Explains why a server has its transport: its own, set, or gRPC's choice. */
	default String explain(@Nullable Transport own, @Nullable String configured) {
		String epoll = unavailabilityReason(Transport.EPOLL);
		if (own == null) {
			return "gRPC's choice: " + ((epoll != null) ? "NIO, because epoll does not work (%s)".formatted(epoll)
					: "epoll, because it works here");
		}
		if (configured != null && !configured.equalsIgnoreCase(Transport.AUTO.propertyValue())) {
			return "set by grpc.tuning.transport";
		}
		if (epoll == null) {
			return "auto: epoll is the first that works here";
		}
		String ioUring = unavailabilityReason(Transport.IO_URING);
		return "auto: epoll does not work (%s), %s%s is the next that works here".formatted(epoll,
				(ioUring != null) ? "io-uring does not work (%s), ".formatted(ioUring) : "", own.propertyValue());
	}

}
