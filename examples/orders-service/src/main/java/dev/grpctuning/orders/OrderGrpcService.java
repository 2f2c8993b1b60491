package dev.grpctuning.orders;

import io.grpc.stub.StreamObserver;
import org.springframework.grpc.server.service.GrpcService;
import org.springframework.util.Assert;

import dev.grpctuning.orders.v1.GetOrderRequest;
import dev.grpctuning.orders.v1.ListOrdersRequest;
import dev.grpctuning.orders.v1.Order;
import dev.grpctuning.orders.v1.OrderServiceGrpc;
import dev.grpctuning.orders.v1.PlaceOrderRequest;

/**
 * Answers calls from the database. A call blocks its thread until the database answers.
 */
@GrpcService
class OrderGrpcService extends OrderServiceGrpc.OrderServiceImplBase {

	private static final int LATEST = 100;

	/** Length of the text columns. */
	private static final int LONGEST = 100;

	private final OrderRepository orders;

	OrderGrpcService(OrderRepository orders) {
		this.orders = orders;
	}

	@Override
	public void placeOrder(PlaceOrderRequest request, StreamObserver<Order> response) {
		check("customer", request.getCustomer());
		check("product", request.getProduct());
		Assert.isTrue(request.getQuantity() > 0, "quantity must be 1 or more");
		response.onNext(this.orders.place(request));
		response.onCompleted();
	}

	private static void check(String name, String value) {
		Assert.hasText(value, () -> name + " is missing");
		Assert.isTrue(value.length() <= LONGEST,
				() -> "%s has %d characters; at most %d are allowed".formatted(name, value.length(), LONGEST));
	}

	@Override
	public void getOrder(GetOrderRequest request, StreamObserver<Order> response) {
		response
			.onNext(this.orders.find(request.getId()).orElseThrow(() -> new OrderNotFoundException(request.getId())));
		response.onCompleted();
	}

	@Override
	public void listOrders(ListOrdersRequest request, StreamObserver<Order> response) {
		Assert.hasText(request.getCustomer(), "customer is missing");
		this.orders.findLatest(request.getCustomer(), LATEST).forEach(response::onNext);
		response.onCompleted();
	}

}
