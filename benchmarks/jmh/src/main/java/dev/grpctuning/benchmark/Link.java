package dev.grpctuning.benchmark;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.settings.value.Transport;
import dev.grpctuning.transport.NettyTransportAvailability;

/** Connection between a client and a server in one JVM. */
public enum Link {

	/** Nothing but method calls. */
	IN_PROCESS(null),

	/** Loopback, by Java's selectors on both sides. */
	NIO(Transport.NIO),

	/** Loopback, by epoll on both sides. */
	EPOLL(Transport.EPOLL),

	/** Loopback, by io_uring on both sides. */
	IO_URING(Transport.IO_URING);

	private final @Nullable Transport transport;

	Link(@Nullable Transport transport) {
		this.transport = transport;
	}

	@Nullable Transport transport() {
		return this.transport;
	}

	@Nullable String unavailabilityReason() {
		return (this.transport != null) ? new NettyTransportAvailability().unavailabilityReason(this.transport) : null;
	}

}
