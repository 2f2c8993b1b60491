package dev.grpctuning.transport;

import java.io.FileNotFoundException;

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
			case EPOLL -> reason(Epoll.unavailabilityCause(), "netty-transport-native-epoll");
			case IO_URING -> reason(IoUring.unavailabilityCause(), "netty-transport-native-io_uring");
		};
	}

	static @Nullable String reason(@Nullable Throwable cause, String artifact) {
		if (cause == null) {
			return null;
		}
		Throwable root = Throwables.getRootCause(cause);
		if (root instanceof FileNotFoundException) {
			return "io.netty:%s for this processor is not on the class path".formatted(artifact);
		}
		String message = (root.getMessage() != null) ? root.getMessage() : root.getClass().getSimpleName();
		return message.lines().findFirst().orElse(message).strip();
	}

}
