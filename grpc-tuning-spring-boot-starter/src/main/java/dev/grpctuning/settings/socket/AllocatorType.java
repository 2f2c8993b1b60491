package dev.grpctuning.settings.socket;

import dev.grpctuning.settings.value.Choice;

/** What allocates the buffers that connections are read into and written from. */
public enum AllocatorType implements Choice {

	/**
	 * Netty's pool, in arenas that grow by chunks. gRPC's own is one with small chunks.
	 */
	POOLED,

	/** Netty's allocator that adapts the size of its chunks to the buffers in use. */
	ADAPTIVE,

	/** No pool: each buffer is allocated and freed by itself. */
	UNPOOLED

}
