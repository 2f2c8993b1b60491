package dev.grpctuning.orders;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.grpc.server.lifecycle.GrpcServerLifecycle;

import dev.grpctuning.orders.v1.GetOrderRequest;
import dev.grpctuning.orders.v1.ListOrdersRequest;
import dev.grpctuning.orders.v1.Order;
import dev.grpctuning.orders.v1.OrderServiceGrpc;
import dev.grpctuning.orders.v1.OrderServiceGrpc.OrderServiceBlockingStub;
import dev.grpctuning.orders.v1.PlaceOrderRequest;
import dev.grpctuning.testkit.Dashboards;
import dev.grpctuning.testkit.Http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** The service with its actuator, on free ports. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT,
		properties = { "spring.grpc.server.port=0", "spring.security.user.password=" + OrdersServiceIT.PASSWORD })
class OrdersServiceIT {

	static final String PASSWORD = "the-password-of-the-tests";

	private final ManagedChannel channel;

	private final OrderServiceBlockingStub orders;

	private final Http http;

	@Autowired
	OrdersServiceIT(GrpcServerLifecycle server, Environment environment) {
		this.channel = NettyChannelBuilder.forAddress("127.0.0.1", server.getPort()).usePlaintext().build();
		this.orders = OrderServiceGrpc.newBlockingStub(this.channel).withDeadlineAfter(60, TimeUnit.SECONDS);
		this.http = Http.local(environment.getRequiredProperty("local.server.port", Integer.class));
	}

	@AfterEach
	void disconnect() {
		this.channel.shutdownNow();
	}

	@Test
	void whenAnOrderIsPlacedThenItCanBeReadAndListed() {
		Order placed = place("Ada", "tea", 3);
		assertThat(get(placed.getId())).isEqualTo(placed);
		Iterator<Order> listed = this.orders.listOrders(ListOrdersRequest.newBuilder().setCustomer("Ada").build());
		assertThat(listed).toIterable().containsExactly(placed);
	}

	@Test
	void whenThereIsNoSuchOrderThenTheStatusSaysSo() {
		assertFails(() -> get(4711), Status.Code.NOT_FOUND, "there is no order 4711");
	}

	@ParameterizedTest
	@CsvSource({ "'', tea, 1, customer is missing", "Ada, ' ', 1, product is missing",
			"Ada, tea, 0, quantity must be 1 or more" })
	void whenAnOrderIsIncompleteThenTheStatusSaysWhatIsMissing(String customer, String product, int quantity,
			String description) {
		assertFails(() -> place(customer, product, quantity), Status.Code.INVALID_ARGUMENT, description);
	}

	@Test
	void whenANameIsTooLongThenTheStatusSaysWhatIsAllowed() {
		assertFails(() -> place("Ada", "t".repeat(101), 1), Status.Code.INVALID_ARGUMENT,
				"product has 101 characters; at most 100 are allowed");
	}

	@Test
	void whenSettingsAreChangedThenCallsGoOnAndAnybodySeesIt() {
		Order placed = place("Grace", "tea", 1);
		change("{\"executor.type\": \"virtual\", \"limit.concurrent-calls\": 50}");
		assertThat(get(placed.getId())).isEqualTo(placed);
		assertThat(effective("executor.type")).isEqualTo("virtual");
		assertThat(effective("limit.concurrent-calls")).isEqualTo("50");
		change("{\"executor.type\": null, \"limit.concurrent-calls\": null}");
		assertThat(get(placed.getId())).isEqualTo(placed);
	}

	@Test
	void whenNobodyGivesThePasswordThenTheActuatorCanOnlyBeRead() {
		assertThat(this.http.get("/actuator/health").expect(200).body()).contains("UP");
		assertThat(this.http.get("/actuator/prometheus").expect(200).samples("hikaricp_connections_max").sum())
			.isEqualTo(10);
		this.http.post("/actuator/grpctuning", "{\"executor.type\": \"direct\"}").expect(401);
		assertThat(this.http.get("/actuator/grpcconnections").expect(200).body()).contains("connections");
		this.http.delete("/actuator/grpcconnections/1").expect(401);
		this.http.delete("/actuator/grpcslices").expect(401);
		assertThat(this.http.get("/actuator/grpcautopilot").expect(200).body()).contains("\"OFF\"");
		this.http.post("/actuator/grpcautopilot", "{\"mode\": \"apply\"}").expect(401);
		assertThat(this.http.as(PASSWORD).delete("/actuator/grpcconnections/none").status()).isEqualTo(400);
		this.http.get("/").expect(401);
	}

	@Test
	void whenAnybodyOpensTheConsoleThenItIsThereWithWhatTheCallsDo() throws Exception {
		String console = "/actuator/grpctuning/console";
		assertThat(this.http.get(console).expect(200).body()).contains("console/console.js");
		this.http.post(console, "{}").expect(401);
		Order placed = place("Ada", "tea", 1);
		HttpRequest events = HttpRequest.newBuilder(URI.create(this.http.base() + console + "/events")).build();
		try (Stream<String> lines = HttpClient.newHttpClient()
			.send(events, HttpResponse.BodyHandlers.ofLines())
			.body()) {
			assertThat(lines.peek((line) -> get(placed.getId()))
				.filter((line) -> line.startsWith("data: {\"at\":"))
				.limit(5)).anySatisfy((point) -> assertThat(point).contains("\"OK\":", "\"p50\":"));
		}
	}

	@Test
	void whenADashboardOrARuleOfTheServerNamesAMetricThenItIsExported() {
		// A server has meters of executors only if its executor is tuned.
		change("{\"limit.concurrent-calls\": 1000}");
		place("Grace", "tea", 2);
		// Garbage collection has meters only after its first pause.
		System.gc();
		await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
			Set<String> exported = Dashboards.exported(this.http);
			assertThat(Dashboards.unknown((name) -> !name.startsWith("load_") && !exported.contains(name))).isEmpty();
		});
		change("{\"limit.concurrent-calls\": null}");
	}

	private void change(String json) {
		this.http.as(PASSWORD).post("/actuator/grpctuning", json).expect(200);
	}

	private String effective(String knob) {
		return this.http.get("/actuator/grpctuning/" + knob).expect(200).json().get("effective").getAsString();
	}

	private Order place(String customer, String product, int quantity) {
		return this.orders.placeOrder(
				PlaceOrderRequest.newBuilder().setCustomer(customer).setProduct(product).setQuantity(quantity).build());
	}

	private Order get(long id) {
		return this.orders.getOrder(GetOrderRequest.newBuilder().setId(id).build());
	}

	private static void assertFails(Supplier<Order> call, Status.Code code, String description) {
		assertThatExceptionOfType(StatusRuntimeException.class).isThrownBy(call::get).satisfies((failure) -> {
			assertThat(failure.getStatus().getCode()).isEqualTo(code);
			assertThat(failure.getStatus().getDescription()).isEqualTo(description);
		});
	}

}
