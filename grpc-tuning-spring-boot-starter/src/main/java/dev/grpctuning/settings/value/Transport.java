package dev.grpctuning.settings.value;

/**
 * How event loops wait for sockets and read and write them.
 */
public enum Transport implements Choice {

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
	IO_URING

}
