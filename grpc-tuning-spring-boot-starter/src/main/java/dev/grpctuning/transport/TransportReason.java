package dev.grpctuning.transport;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.settings.value.EventLoopSettings;
import dev.grpctuning.settings.value.Transport;
import dev.grpctuning.settings.value.TransportAvailability;

/**
 * Explains why a generation has its transport.
 */
public final class TransportReason {

	private TransportReason() {
	}

	/**
	 * Returns the reason.
	 * @param settings the event loops, {@code null} for gRPC's own
	 * @param configured configured transport, {@code null} if it is not set
	 */
	public static String of(@Nullable EventLoopSettings settings, @Nullable String configured,
			TransportAvailability availability) {
		if (settings == null) {
			String reason = availability.unavailabilityReason(Transport.EPOLL);
			return (reason != null) ? "gRPC's shared event loops: NIO, because epoll does not work (" + reason + ")"
					: "gRPC's shared event loops: epoll, because it works here";
		}
		if (configured != null && !configured.equalsIgnoreCase(Transport.AUTO.propertyValue())) {
			return "set by grpc.tuning.transport";
		}
		StringBuilder passedOver = new StringBuilder();
		for (Transport transport : new Transport[] { Transport.EPOLL, Transport.IO_URING }) {
			String unavailable = availability.unavailabilityReason(transport);
			if (unavailable == null) {
				break;
			}
			passedOver.append(transport.propertyValue()).append(" does not work (").append(unavailable).append("), ");
		}
		return "auto: %s%s is the %s that works here".formatted(passedOver, settings.transport().propertyValue(),
				passedOver.isEmpty() ? "first" : "next");
	}

}
