package dev.grpctuning.orders;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

import com.google.protobuf.Timestamp;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

import dev.grpctuning.orders.v1.Order;
import dev.grpctuning.orders.v1.PlaceOrderRequest;

/**
 * Reads and writes orders in the database. Each method blocks its thread and holds a
 * connection.
 */
@Repository
class OrderRepository {

	private final JdbcClient jdbc;

	private final DatabaseProperties database;

	private final Clock clock = Clock.systemUTC();

	OrderRepository(JdbcClient jdbc, DatabaseProperties database) {
		this.jdbc = jdbc;
		this.database = database;
	}

	@Transactional
	Order place(PlaceOrderRequest request) {
		awaitRoundTrip();
		OffsetDateTime placedAt = OffsetDateTime.now(this.clock).truncatedTo(ChronoUnit.MILLIS);
		GeneratedKeyHolder id = new GeneratedKeyHolder();
		this.jdbc.sql("INSERT INTO orders (customer, product, quantity, placed_at) VALUES (?, ?, ?, ?)")
			.params(request.getCustomer(), request.getProduct(), request.getQuantity(), placedAt)
			.update(id, "id");
		return Order.newBuilder()
			.setId(Objects.requireNonNull(id.getKey()).longValue())
			.setCustomer(request.getCustomer())
			.setProduct(request.getProduct())
			.setQuantity(request.getQuantity())
			.setPlacedAt(timestamp(placedAt))
			.build();
	}

	@Transactional(readOnly = true)
	Optional<Order> find(long id) {
		awaitRoundTrip();
		return this.jdbc.sql("SELECT * FROM orders WHERE id = ?").param(id).query(OrderRepository::order).optional();
	}

	@Transactional(readOnly = true)
	List<Order> findLatest(String customer, int limit) {
		awaitRoundTrip();
		return this.jdbc.sql("SELECT * FROM orders WHERE customer = ? ORDER BY id DESC LIMIT ?")
			.params(customer, limit)
			.query(OrderRepository::order)
			.list();
	}

	private static Order order(ResultSet row, int number) throws SQLException {
		return Order.newBuilder()
			.setId(row.getLong("id"))
			.setCustomer(row.getString("customer"))
			.setProduct(row.getString("product"))
			.setQuantity(row.getInt("quantity"))
			.setPlacedAt(timestamp(row.getObject("placed_at", OffsetDateTime.class)))
			.build();
	}

	private static Timestamp timestamp(OffsetDateTime time) {
		Instant instant = time.toInstant();
		return Timestamp.newBuilder().setSeconds(instant.getEpochSecond()).setNanos(instant.getNano()).build();
	}

	private void awaitRoundTrip() {
		try {
			TimeUnit.NANOSECONDS.sleep(this.database.roundTrip().toNanos());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new QueryTimeoutException("interrupted", ex);
		}
	}

}
