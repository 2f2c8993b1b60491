package dev.grpctuning.transport;

/**
 * How event loops wait for sockets and read and write them.
 */
public enum Transport {

	/**
	 * First of epoll, io_uring and NIO that works here. Epoll comes first because it
	 * measured fastest.
	 */
	AUTO,

	/** Java's selectors, available everywhere. */
	NIO,

	/** Linux epoll through Netty's native library. */
	EPOLL,

	/** Linux io_uring through Netty's native library. */
	IO_URING;

	/**
	 * Name in a property file.
	 */
	public String propertyValue() {
		return switch (this) {
			case AUTO -> "auto";
			case NIO -> "nio";
			case EPOLL -> "epoll";
			case IO_URING -> "io-uring";
		};
	}

}
