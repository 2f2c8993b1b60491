package dev.grpctuning.load.target;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.hello.codec.HelloCodec;

/**
 * What the user wants to be called, before any server was asked about it.
 *
 * @param callee whose method it is
 * @param request what the user says of the requests, or {@code null} for the callee's
 * default
 * @param messages request messages of each call, or {@code null} for as many as the
 * request has
 * @param metadata what is sent with each call, by lower-case key; bytes, whose key ends
 * in {@code -bin}, in Base64 without padding
 * @param settings how calls are made
 */
public record CallPlan(Callee callee, @Nullable Request request, @Nullable Integer messages,
		Map<String, String> metadata, CallSettings settings) {

	/**
	 * A small greeting.
	 */
	public static final CallPlan HELLO = new CallPlan(new Hello(HelloCodec.PROTOBUF, 0), null, null, Map.of(),
			CallSettings.DEFAULT);

	public CallPlan {
		if (messages != null && messages < 0) {
			throw new IllegalArgumentException("messages: " + messages + " (expected: >= 0)");
		}
		metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
	}

	/**
	 * Creates a plan of calls that are made as gRPC does if it is told nothing.
	 * @param callee whose method it is
	 * @param request what the user says of the requests, or {@code null}
	 * @param messages request messages of each call, or {@code null}
	 * @param metadata what is sent with each call, by lower-case key
	 */
	public CallPlan(Callee callee, @Nullable Request request, @Nullable Integer messages,
			Map<String, String> metadata) {
		this(callee, request, messages, metadata, CallSettings.DEFAULT);
	}

	/**
	 * The same with other settings.
	 * @param settings how calls are made
	 * @return the plan
	 */
	public CallPlan withSettings(CallSettings settings) {
		return new CallPlan(this.callee, this.request, this.messages, this.metadata, settings);
	}

	/**
	 * The same with other metadata.
	 * @param metadata what is sent with each call, by lower-case key
	 * @return the plan
	 */
	public CallPlan withMetadata(Map<String, String> metadata) {
		return new CallPlan(this.callee, this.request, this.messages, metadata, this.settings);
	}

	/**
	 * The same at another callee.
	 * @param other whose method is called
	 * @return the plan
	 */
	public CallPlan withCallee(Callee other) {
		return new CallPlan(other, this.request, this.messages, this.metadata, this.settings);
	}

	/**
	 * Whose method is called.
	 */
	public sealed interface Callee {

		/**
		 * Name of the method.
		 * @return the full name, as {@code package.Service/Method}
		 */
		String method();

	}

	/**
	 * The unary greeting of the hello service.
	 *
	 * @param codec how messages become bytes
	 * @param longs random longs in each request and each response, zero or more
	 */
	public record Hello(HelloCodec codec, int longs) implements Callee {

		public Hello {
			if (longs < 0) {
				throw new IllegalArgumentException("longs: " + longs + " (expected: >= 0)");
			}
		}

		@Override
		public String method() {
			return this.codec.sayHello().getFullMethodName();
		}

	}

	/**
	 * Any method of any server.
	 *
	 * @param service full name of the service
	 * @param name name of the method
	 * @param descriptors descriptors that have it, or {@code null} for those of the
	 * server
	 */
	public record Method(String service, String name, @Nullable FileDescriptorSet descriptors) implements Callee {

		@Override
		public String method() {
			return this.service + "/" + this.name;
		}

	}

	/**
	 * What the user says of the requests.
	 */
	public sealed interface Request {

		/**
		 * What the user has written.
		 * @return JSON, or where it stands
		 */
		String given();

	}

	/**
	 * Messages in Protocol Buffers' JSON mapping.
	 *
	 * @param given what the user has written
	 * @param text JSON of one message, or an array of several
	 */
	public record Json(String given, String text) implements Request {
	}

	/**
	 * A message as it is sent.
	 *
	 * @param given what the user has written
	 * @param content the message
	 */
	public record Bytes(String given, ByteString content) implements Request {
	}

}
