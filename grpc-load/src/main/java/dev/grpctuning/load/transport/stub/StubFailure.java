package dev.grpctuning.load.transport.stub;

import java.nio.channels.ClosedChannelException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.grpc.Status;

/** Corrects statuses that grpc-java itself gives to failed calls. */
final class StubFailure {

	/** The headers and the body of the response follow. */
	private static final Pattern NOT_GRPC = Pattern
		.compile("HTTP status code (\\d+)\\ninvalid content-type: (.*)(?s:\\n.*)?");

	private StubFailure() {
	}

	static Status of(Status failure) {
		// A connection that was lost before the call was written to it.
		if (failure.getCode() == Status.Code.UNKNOWN && failure.getCause() instanceof ClosedChannelException) {
			return Status.UNAVAILABLE.withDescription(failure.getDescription());
		}
		Matcher page = NOT_GRPC.matcher(String.valueOf(failure.getDescription()));
		return page.matches()
				? failure.withDescription(
						"HTTP status %s, content type %s, which is not gRPC".formatted(page.group(1), page.group(2)))
				: failure;
	}

}
