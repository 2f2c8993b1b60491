package dev.grpctuning.load.call.target;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.Deadline;
import io.grpc.MethodDescriptor;
import io.grpc.StatusRuntimeException;
import io.grpc.reflection.v1.ServerReflectionGrpc;
import io.grpc.reflection.v1.ServerReflectionRequest;
import io.grpc.reflection.v1.ServerReflectionResponse;
import io.grpc.reflection.v1.ServiceResponse;
import io.grpc.stub.ClientCalls;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.call.InvalidCallException;
import dev.grpctuning.observe.PeerText;

/**
 * Services that a server describes by gRPC's server reflection, v1 or v1alpha, whose
 * messages are the same.
 */
final class ServerReflection implements ServiceSource {

	private static final String USE_FILE = "name a file with --proto, --descriptor-set or --load.request-bytes";

	private static final int MOST_FILES = 2000;

	private static final int MOST_BYTES = 16 << 20;

	private final Channel channel;

	private final Deadline deadline;

	private @Nullable String answering;

	private int files;

	private int bytes;

	/** Asks all its questions within the timeout. */
	ServerReflection(Channel channel, Duration timeout) {
		this.channel = channel;
		this.deadline = Deadline.after(timeout.toNanos(), TimeUnit.NANOSECONDS);
	}

	@Override
	public ServiceDescriptor service(String name) {
		ProtoFiles files = new ProtoFiles((missing) -> files(request().setFileByFilename(missing).build()));
		files.add(files(request().setFileContainingSymbol(name).build()));
		return files.service(name)
			.orElseThrow(() -> new InvalidCallException(
					"load.call: the server describes no service %s; it describes %s".formatted(name, names())));
	}

	private String names() {
		return ProtoFiles.list(ask(request().setListServices("").build()).getListServicesResponse()
			.getServiceList()
			.stream()
			.map(ServiceResponse::getName));
	}

	private static ServerReflectionRequest.Builder request() {
		return ServerReflectionRequest.newBuilder();
	}

	private List<FileDescriptorProto> files(ServerReflectionRequest request) {
		List<FileDescriptorProto> files = new ArrayList<>();
		for (ByteString file : ask(request).getFileDescriptorResponse().getFileDescriptorProtoList()) {
			this.files++;
			this.bytes += file.size();
			if (this.files > MOST_FILES || this.bytes > MOST_BYTES) {
				throw new InvalidCallException(
						"load.call: the server's reflection answers with more than %d files or %d MB; %s"
							.formatted(MOST_FILES, MOST_BYTES >> 20, USE_FILE));
			}
			try {
				files.add(FileDescriptorProto.parseFrom(file));
			}
			catch (InvalidProtocolBufferException ex) {
				throw new InvalidCallException(
						"load.call: the server's reflection answers with data that is not a file (%s); %s"
							.formatted(ex.getMessage(), USE_FILE),
						ex);
			}
		}
		return files;
	}

	private ServerReflectionResponse ask(ServerReflectionRequest request) {
		if (this.answering != null) {
			return ask(this.answering, request);
		}
		for (String version : List.of("v1", "v1alpha")) {
			try {
				ServerReflectionResponse response = ask(version, request);
				this.answering = version;
				return response;
			}
			catch (StatusRuntimeException ex) {
				switch (ex.getStatus().getCode()) {
					case UNIMPLEMENTED -> {
						// The next version may be served.
					}
					case UNAVAILABLE, DEADLINE_EXCEEDED, CANCELLED -> throw ex;
					default -> throw new InvalidCallException("load.call: the server's reflection ends with %s; %s"
						.formatted(PeerText.clean(String.valueOf(ex.getMessage())), USE_FILE), ex);
				}
			}
		}
		throw new InvalidCallException("load.call: the server has no reflection; turn it on, or " + USE_FILE);
	}

	private ServerReflectionResponse ask(String version, ServerReflectionRequest request) {
		MethodDescriptor<ServerReflectionRequest, ServerReflectionResponse> method = ServerReflectionGrpc
			.getServerReflectionInfoMethod()
			.toBuilder()
			.setFullMethodName("grpc.reflection.%s.ServerReflection/ServerReflectionInfo".formatted(version))
			.build();
		Iterator<ServerReflectionResponse> responses = ClientCalls.blockingServerStreamingCall(this.channel, method,
				CallOptions.DEFAULT.withDeadline(this.deadline), request);
		if (!responses.hasNext()) {
			throw new InvalidCallException("load.call: the server's reflection answers nothing; " + USE_FILE);
		}
		return responses.next();
	}

}
