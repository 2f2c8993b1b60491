package dev.grpctuning.orders;

import java.time.Duration;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Simulated distance of the database.
 *
 * @param roundTrip Time that each statement waits, as for a database on another machine.
 */
@ConfigurationProperties("orders.database")
record DatabaseProperties(@DefaultValue("0") Duration roundTrip) {
}
