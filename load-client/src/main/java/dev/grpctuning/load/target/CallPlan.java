package dev.grpctuning.load.target;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

import dev.grpctuning.hello.codec.HelloCodec;

/**
 * What the user wants to be called, before any server was asked about it.
 *
 * @param codec codec of the hello service's messages
 * @param longs random longs in each request and each response of the hello service, zero
 * or more
 * @param metadata what is sent with each call, by lower-case key
 */
public record CallPlan(HelloCodec codec, int longs, Map<String, String> metadata) {

	/**
	 * A small greeting.
	 */
	public static final CallPlan HELLO = new CallPlan(HelloCodec.PROTOBUF, 0, Map.of());

	public CallPlan {
		if (longs < 0) {
			throw new IllegalArgumentException("longs: " + longs + " (expected: >= 0)");
		}
		metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
	}

	/**
	 * The same with other metadata.
	 * @param metadata what is sent with each call, by lower-case key
	 * @return the plan
	 */
	public CallPlan withMetadata(Map<String, String> metadata) {
		return new CallPlan(this.codec, this.longs, metadata);
	}

}
