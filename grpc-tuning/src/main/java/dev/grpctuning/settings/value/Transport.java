package dev.grpctuning.settings.value;

/** How event loops wait for sockets and read and write them. */
public enum Transport implements Choice {

	/** The first of epoll, which measured fastest, io_uring and NIO that works here. */
	AUTO,

	/** Java's selectors, available everywhere. */
	NIO,

	/** Linux epoll through Netty's native library. */
	EPOLL,

	/** Linux io_uring through Netty's native library. */
	IO_URING

}
