package dev.grpctuning.load.call;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import org.jspecify.annotations.Nullable;

/**
 * The calls that the user wants to make.
 *
 * @param request the requests, or {@code null} for the callee's default
 * @param messages request messages per call, or {@code null} for as many as the request
 * has
 * @param metadata metadata of each call by lower-case key; bytes, whose key ends in
 * {@code -bin}, in Base64 without padding. Each line of a text is a value
 */
public record CallPlan(Callee callee, @Nullable Request request, @Nullable Integer messages,
		Map<String, String> metadata, CallSettings settings) {

	public CallPlan {
		metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
	}

	public CallPlan withSettings(CallSettings settings) {
		return new CallPlan(this.callee, this.request, this.messages, this.metadata, settings);
	}

	public CallPlan withMetadata(Map<String, String> metadata) {
		return new CallPlan(this.callee, this.request, this.messages, metadata, this.settings);
	}

	public CallPlan withCallee(Callee other) {
		return new CallPlan(other, this.request, this.messages, this.metadata, this.settings);
	}

	/** The method that is called. */
	public sealed interface Callee {

		/** The full name, as {@code package.Service/Method}. */
		String method();

	}

	/** A method with requests of your own, such as those of a generated stub. */
	public non-sealed interface Custom extends Callee {

		/** Works out how the calls of a plan are made. */
		CallTarget<?, ?> target(CallPlan plan);

	}

	/**
	 * Any method of any server.
	 *
	 * @param descriptors descriptors that contain it, or {@code null} to ask the server
	 */
	public record Method(String service, String name, @Nullable FileDescriptorSet descriptors) implements Callee {

		@Override
		public String method() {
			return this.service + "/" + this.name;
		}

	}

	/** The requests as the user wrote them. */
	public sealed interface Request {

		/** The JSON that the user wrote, or where it was read from. */
		String given();

	}

	/**
	 * Messages in Protocol Buffers' JSON mapping.
	 *
	 * @param text JSON of one message, or an array of several
	 */
	public record Json(String given, String text) implements Request {
	}

	/** A message as it is sent. */
	public record Bytes(String given, ByteString content) implements Request {
	}

}
