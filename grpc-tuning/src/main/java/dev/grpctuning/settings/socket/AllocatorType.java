package dev.grpctuning.settings.socket;

import dev.grpctuning.settings.value.Choice;

/** Allocator of the buffers of connections. */
public enum AllocatorType implements Choice {

	/**
	 * Netty's pool, with arenas that grow by chunks. gRPC's own pool has small chunks.
	 */
	POOLED,

	/** Netty's allocator that adapts the size of its chunks to the buffers in use. */
	ADAPTIVE,

	/** No pool: each buffer is allocated and freed by itself. */
	UNPOOLED

}
