package dev.grpctuning.connection;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

import io.grpc.netty.NettyServerBuilder;
import org.jspecify.annotations.Nullable;

/**
 * How long connections live and how their clients are watched. {@code null} leaves the
 * framework's default alone.
 *
 * @param keepAliveTime time without traffic after which the server pings the client
 * @param keepAliveTimeout time that the client has to answer a ping
 * @param permitKeepAliveTime shortest time between the pings of a client that is not cut
 * off
 * @param permitKeepAliveWithoutCalls whether clients may ping while they have no call
 * open
 * @param maxIdle time without a call after which a connection is ended
 * @param maxAge age at which a connection is ended
 * @param maxAgeGrace time that calls have to end after that
 */
public record ConnectionSettings(@Nullable Duration keepAliveTime, @Nullable Duration keepAliveTimeout,
		@Nullable Duration permitKeepAliveTime, @Nullable Boolean permitKeepAliveWithoutCalls,
		@Nullable Duration maxIdle, @Nullable Duration maxAge, @Nullable Duration maxAgeGrace) {

	/** Connections are the framework's. */
	public static final ConnectionSettings NONE = new ConnectionSettings(null, null, null, null, null, null, null);

	/**
	 * Sets on a builder what is set here.
	 */
	public void applyTo(NettyServerBuilder builder) {
		set(this.keepAliveTime, builder::keepAliveTime);
		set(this.keepAliveTimeout, builder::keepAliveTimeout);
		set(this.permitKeepAliveTime, builder::permitKeepAliveTime);
		set(this.maxIdle, builder::maxConnectionIdle);
		set(this.maxAge, builder::maxConnectionAge);
		set(this.maxAgeGrace, builder::maxConnectionAgeGrace);
		if (this.permitKeepAliveWithoutCalls != null) {
			builder.permitKeepAliveWithoutCalls(this.permitKeepAliveWithoutCalls);
		}
	}

	private static void set(@Nullable Duration value, BiConsumer<Long, TimeUnit> setter) {
		if (value != null) {
			setter.accept(value.toNanos(), TimeUnit.NANOSECONDS);
		}
	}

}
