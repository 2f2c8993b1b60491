package dev.grpctuning.orders;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabase;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseBuilder;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseType;

import dev.grpctuning.orders.v1.Order;
import dev.grpctuning.orders.v1.PlaceOrderRequest;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link OrderRepository} with an empty database. */
class OrderRepositoryTests {

	private final EmbeddedDatabase database = new EmbeddedDatabaseBuilder().setType(EmbeddedDatabaseType.H2)
		.generateUniqueName(true)
		.addScript("schema.sql")
		.build();

	private final OrderRepository orders = new OrderRepository(JdbcClient.create(this.database),
			new DatabaseProperties(Duration.ZERO));

	@AfterEach
	void shutdown() {
		this.database.shutdown();
	}

	@Test
	void whenAnOrderIsPlacedThenItIsFoundAsItWasReturned() {
		Instant begun = Instant.now();
		Order placed = place("Ada", "tea");
		assertThat(placed.getCustomer()).isEqualTo("Ada");
		assertThat(placed.getProduct()).isEqualTo("tea");
		assertThat(placed.getQuantity()).isEqualTo(2);
		assertThat(placed.getPlacedAt().getSeconds()).isBetween(begun.getEpochSecond(), Instant.now().getEpochSecond());
		assertThat(this.orders.find(placed.getId())).contains(placed);
	}

	@Test
	void whenThereIsNoSuchOrderThenNoneIsFound() {
		assertThat(this.orders.find(4711)).isEmpty();
	}

	@Test
	void whenACustomerHasManyOrdersThenTheLatestAreListedFirst() {
		Order first = place("Ada", "tea");
		place("Grace", "tea");
		Order second = place("Ada", "milk");
		Order third = place("Ada", "sugar");
		assertThat(this.orders.findLatest("Ada", 2)).isEqualTo(List.of(third, second));
		assertThat(this.orders.findLatest("Ada", 9)).isEqualTo(List.of(third, second, first));
	}

	private Order place(String customer, String product) {
		return this.orders
			.place(PlaceOrderRequest.newBuilder().setCustomer(customer).setProduct(product).setQuantity(2).build());
	}

}
