package dev.grpctuning.orders;

import io.grpc.Status;
import org.springframework.grpc.server.advice.GrpcAdvice;
import org.springframework.grpc.server.advice.GrpcExceptionHandler;
import org.springframework.transaction.CannotCreateTransactionException;

/**
 * Maps each kind of failure to the status that the client gets. Spring gRPC calls only
 * public methods.
 */
@GrpcAdvice
public class OrderErrors {

	@GrpcExceptionHandler
	public Status notFound(OrderNotFoundException ex) {
		return Status.NOT_FOUND.withDescription(ex.getMessage());
	}

	@GrpcExceptionHandler
	public Status invalid(IllegalArgumentException ex) {
		return Status.INVALID_ARGUMENT.withDescription(ex.getMessage());
	}

	/** All connections to the database were in use for too long. */
	@GrpcExceptionHandler
	public Status unavailable(CannotCreateTransactionException ex) {
		return Status.UNAVAILABLE.withDescription("the database is busy");
	}

}
