package dev.grpctuning.orders;

/** There is no order with an id. */
public class OrderNotFoundException extends RuntimeException {

	OrderNotFoundException(long id) {
		super("there is no order " + id);
	}

}
