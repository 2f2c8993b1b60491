package dev.grpctuning.load.call.target;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;

import com.google.protobuf.Descriptors;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import io.grpc.Drainable;
import io.grpc.KnownLength;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.MethodDescriptor.MethodType;

import dev.grpctuning.load.call.CallPlan;
import dev.grpctuning.load.call.CallTarget;
import dev.grpctuning.load.call.CallTarget.Requests;
import dev.grpctuning.load.call.CallTarget.Requests.Source;
import dev.grpctuning.load.call.InvalidCallException;
import dev.grpctuning.load.call.target.MethodTarget.RawMessages.Answer;

/**
 * Any method of any server as a target. Requests are encoded before the run where that is
 * possible, and answers are read but not decoded.
 */
final class MethodTarget {

	private MethodTarget() {
	}

	static CallTarget<byte[], Answer> of(CallPlan.Method callee, CallPlan plan, ServiceSource services) {
		ServiceDescriptor service = services.service(callee.service());
		Descriptors.MethodDescriptor method = method(service, callee.name());
		List<Source<byte[]>> messages = switch (plan.request()) {
			case null -> List.of(Source.same(new byte[0]));
			case CallPlan.Bytes bytes -> List.of(Source.same(bytes.content().toByteArray()));
			case CallPlan.Json json ->
				new JsonMessages<>(DynamicMessage.getDefaultInstance(method.getInputType()), services.types(service))
					.read(json.text())
					.stream()
					.map((message) -> message.map(Message::toByteArray))
					.toList();
		};
		return of(plan, type(method), new Requests<>(messages, count(plan, method, messages.size())));
	}

	/** Called with bytes; the kind of the method makes no difference on the wire. */
	static CallTarget<byte[], Answer> undescribed(CallPlan plan, CallPlan.Bytes request) {
		int count = (plan.messages() != null) ? plan.messages() : 1;
		return of(plan, MethodType.UNKNOWN,
				new Requests<>(List.of(Source.same(request.content().toByteArray())), count));
	}

	private static CallTarget<byte[], Answer> of(CallPlan plan, MethodType type, Requests<byte[]> requests) {
		return new CallTarget<>(MethodDescriptor.newBuilder(RawMessages.REQUESTS, RawMessages.ANSWERS)
			.setType(type)
			.setFullMethodName(plan.callee().method())
			.build(), requests, CallTargets.headers(plan), plan.settings());
	}

	private static Descriptors.MethodDescriptor method(ServiceDescriptor service, String name) {
		Descriptors.MethodDescriptor method = service.findMethodByName(name);
		if (method == null) {
			throw new InvalidCallException("load.call: %s has no method %s; it has %s".formatted(service.getFullName(),
					name, ProtoFiles.list(service.getMethods().stream().map(Descriptors.MethodDescriptor::getName))));
		}
		return method;
	}

	private static MethodType type(Descriptors.MethodDescriptor method) {
		if (method.isClientStreaming()) {
			return method.isServerStreaming() ? MethodType.BIDI_STREAMING : MethodType.CLIENT_STREAMING;
		}
		return method.isServerStreaming() ? MethodType.SERVER_STREAMING : MethodType.UNARY;
	}

	private static int count(CallPlan plan, Descriptors.MethodDescriptor method, int given) {
		Integer wanted = plan.messages();
		if (method.isClientStreaming()) {
			return (wanted != null) ? wanted : given;
		}
		if (wanted != null && wanted != 1) {
			throw new InvalidCallException("load.messages: %d is not possible, %s takes one request; leave it out"
				.formatted(wanted, method.getFullName()));
		}
		return 1;
	}

	/**
	 * Marshallers for requests that are bytes already, and for answers that are not
	 * decoded.
	 */
	static final class RawMessages {

		public static final Marshaller<byte[]> REQUESTS = new Marshaller<>() {

			@Override
			public InputStream stream(byte[] message) {
				return new Message(message);
			}

			@Override
			public byte[] parse(InputStream stream) {
				throw new UnsupportedOperationException("a client reads no requests");
			}

		};

		public static final Marshaller<Answer> ANSWERS = new Marshaller<>() {

			@Override
			public InputStream stream(Answer message) {
				return InputStream.nullInputStream();
			}

			@Override
			public Answer parse(InputStream stream) {
				try {
					// A compressed answer is decompressed by this.
					while (stream.skip(Integer.MAX_VALUE) > 0) {
						continue;
					}
					return Answer.READ;
				}
				catch (IOException ex) {
					throw new UncheckedIOException(ex);
				}
			}

		};

		private RawMessages() {
		}

		public enum Answer {

			READ

		}

		/** A message that gRPC takes without another copy. */
		private static final class Message extends ByteArrayInputStream implements Drainable, KnownLength {

			Message(byte[] bytes) {
				super(bytes);
			}

			@Override
			public int drainTo(OutputStream target) throws IOException {
				return (int) transferTo(target);
			}

		}

	}

}
