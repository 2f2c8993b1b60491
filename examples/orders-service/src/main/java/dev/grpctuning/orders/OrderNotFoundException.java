package dev.grpctuning.orders;

/** Thrown if there is no order with the requested id. */
public class OrderNotFoundException extends RuntimeException {

	OrderNotFoundException(long id) {
		super("there is no order " + id);
	}

}
