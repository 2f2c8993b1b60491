package dev.grpctuning.transport;

import io.netty.channel.epoll.Epoll;
import io.netty.channel.uring.IoUring;
import org.jspecify.annotations.Nullable;

/**
 * Asks Netty's native libraries.
 */
class NettyTransportAvailability implements TransportAvailability {

	@Override
	public @Nullable String unavailabilityReason(Transport transport) {
		return switch (transport) {
			case AUTO, NIO -> null;
			case EPOLL -> reason(Epoll.unavailabilityCause());
			case IO_URING -> reason(IoUring.unavailabilityCause());
		};
	}

	private static @Nullable String reason(@Nullable Throwable cause) {
		if (cause == null) {
			return null;
		}
		Throwable root = cause;
		while (root.getCause() != null) {
			root = root.getCause();
		}
		String message = (root.getMessage() != null) ? root.getMessage() : root.getClass().getSimpleName();
		return message.lines().findFirst().orElse(message).strip();
	}

}
