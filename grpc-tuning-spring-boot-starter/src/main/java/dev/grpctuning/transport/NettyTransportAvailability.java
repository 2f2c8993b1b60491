package dev.grpctuning.transport;

import com.google.common.base.Throwables;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.uring.IoUring;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.settings.value.Transport;
import dev.grpctuning.settings.value.TransportAvailability;

/** Availability of the transports of Netty's native libraries on this machine. */
public class NettyTransportAvailability implements TransportAvailability {

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
		Throwable root = Throwables.getRootCause(cause);
		String message = (root.getMessage() != null) ? root.getMessage() : root.getClass().getSimpleName();
		return message.lines().findFirst().orElse(message).strip();
	}

}
