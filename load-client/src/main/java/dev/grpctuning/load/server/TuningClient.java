package dev.grpctuning.load.server;

import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

import javax.net.ssl.SSLException;

import dev.grpctuning.load.server.tuning.ServerTuning;
import dev.grpctuning.load.server.tuning.TuningRefusedException;

/** Reads and changes a server's tuning through its endpoint {@code grpctuning}. */
record TuningClient(ActuatorClient actuator) {

	private static final String PATH = "/grpctuning";

	private static final Duration READ_TIMEOUT = Duration.ofSeconds(5);

	/** A change may build a new server inside of the old one's JVM. */
	private static final Duration CHANGE_TIMEOUT = Duration.ofSeconds(30);

	private static final int ATTEMPTS = 3;

	/** Tuning of a server, empty if it has no endpoint or refuses connections. */
	Optional<ServerTuning> find() throws TuningRefusedException, InterruptedException {
		for (int attempt = 1;; attempt++) {
			try {
				HttpResponse<String> response = this.actuator.get(PATH, READ_TIMEOUT);
				if (response.statusCode() < 500) {
					return (response.statusCode() == 200) ? TuningJson.tuning(response.body()) : Optional.empty();
				}
				if (attempt == ATTEMPTS) {
					throw unexpected(response);
				}
			}
			catch (ConnectException ex) {
				return Optional.empty();
			}
			catch (IOException ex) {
				if (attempt == ATTEMPTS) {
					throw new TuningRefusedException(url() + " does not answer: " + reason(ex));
				}
			}
		}
	}

	/** Tuning of a server that must have the endpoint. */
	ServerTuning read() throws TuningRefusedException, IOException, InterruptedException {
		HttpResponse<String> response = get(PATH);
		if (response.statusCode() != 200) {
			throw refused("read", response);
		}
		return TuningJson.tuning(response.body()).orElseThrow(() -> unexpected(response));
	}

	private HttpResponse<String> get(String path) throws IOException, InterruptedException {
		try {
			return this.actuator.get(path, READ_TIMEOUT);
		}
		catch (IOException ex) {
			throw unreachable(ex);
		}
	}

	/** Whether nothing listens. A server that answers late counts as listening. */
	boolean isGone() throws InterruptedException {
		try {
			this.actuator.get(PATH, READ_TIMEOUT);
			return false;
		}
		catch (IOException ex) {
			return isRefused(ex);
		}
	}

	/**
	 * Whether a connection was refused: all else that keeps a connection from being made,
	 * such as that it takes too long, may pass and is no sign that the server ended. The
	 * client has a {@link ConnectException} for most of that, as a cause or around it.
	 */
	static boolean isRefused(IOException failure) {
		return failure instanceof ConnectException && Stream
			.<Throwable>iterate(failure, Objects::nonNull, Throwable::getCause)
			.noneMatch(
					(cause) -> cause instanceof UnresolvedAddressException || cause instanceof NoRouteToHostException);
	}

	/**
	 * Asks whether the server would accept values from this user, instead of all that was
	 * changed before.
	 */
	void tryOut(Map<String, String> values) throws TuningRefusedException, IOException, InterruptedException {
		HttpResponse<String> response = post(TuningJson.change(values, true));
		if (response.statusCode() != 200) {
			throw notChanged(response);
		}
	}

	/** Sets values instead of all that was changed before. */
	void change(Map<String, String> values) throws TuningRefusedException, IOException, InterruptedException {
		HttpResponse<String> response = post(TuningJson.change(values, false));
		if (response.statusCode() != 200) {
			throw notChanged(response);
		}
	}

	/**
	 * Command that a user can type to set values instead of all that was changed before.
	 */
	String command(Map<String, String> values) {
		return "curl %s-H 'Content-Type: application/json' %s -d '%s'".formatted(
				this.actuator.hasCredentials() ? "-u USER:PASSWORD " : "", url(), TuningJson.change(values, false));
	}

	private HttpResponse<String> post(String body) throws IOException, InterruptedException {
		try {
			return this.actuator.post(PATH, body, CHANGE_TIMEOUT);
		}
		catch (IOException ex) {
			throw unreachable(ex);
		}
	}

	private TuningRefusedException notChanged(HttpResponse<String> response) throws IOException, InterruptedException {
		return switch (response.statusCode()) {
			case 400,
					409 ->
				TuningJson.problems(response.body(), response.statusCode())
					.map(TuningRefusedException::new)
					.orElseGet(() -> unexpected(response));
			case 405 -> new TuningRefusedException(
					"%s can only be read (405); set management.endpoint.grpctuning.access=unrestricted in the server."
						.formatted(url()));
			// A wrong password would not have read the tuning before.
			case 401, 403 -> this.actuator.hasCredentials() ? new TuningRefusedException(
					"%s: the user may read the tuning but not change it (%d); if the password is right, exclude the actuator from Spring Security's CSRF protection, which refuses every POST; docs/troubleshooting.md shows how."
						.formatted(url(), response.statusCode()))
					: refused("change", response);
			default -> refused("change", response);
		};
	}

	private TuningRefusedException refused(String verb, HttpResponse<String> response)
			throws IOException, InterruptedException {
		return switch (response.statusCode()) {
			case 401, 403 -> new TuningRefusedException(
					"%s: %s may not %s the tuning (%d); set experiment.server.user and experiment.server.password to those of a user with permission."
						.formatted(url(), this.actuator.hasCredentials() ? "the user" : "a user without a password",
								verb, response.statusCode()));
			case 404 -> new TuningRefusedException((get("").statusCode() == 404)
					? "%s: there is no actuator (404); name the address of one, such as http://localhost:8081/actuator."
						.formatted(this.actuator.base())
					: "%s is not there (404); the server must have grpc-tuning-spring-boot-starter and expose the endpoint: management.endpoints.web.exposure.include=health,prometheus,grpctuning."
						.formatted(url()));
			default -> unexpected(response);
		};
	}

	private IOException unreachable(IOException failure) {
		if (failure instanceof SSLException) {
			return new IOException(
					"%s: TLS failed (%s); correct the address, or name a trust store with its certificate: LAB_JAVA_OPTS=-Djavax.net.ssl.trustStore=FILE."
						.formatted(this.actuator.base(), failure.getMessage()),
					failure);
		}
		return new IOException("%s cannot be reached (%s); start the server, or correct the address."
			.formatted(this.actuator.base(), reason(failure)), failure);
	}

	private static String reason(IOException failure) {
		if (failure instanceof HttpTimeoutException) {
			return "no answer in time";
		}
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			if (cause instanceof UnresolvedAddressException) {
				return "there is no such host";
			}
		}
		if (isRefused(failure)) {
			return "connection refused";
		}
		return (failure.getMessage() != null) ? failure.getMessage() : failure.getClass().getSimpleName();
	}

	private TuningRefusedException unexpected(HttpResponse<String> response) {
		return new TuningRefusedException(
				"%s answered %d, which is not an answer of the endpoint grpctuning; correct the address."
					.formatted(url(), response.statusCode()));
	}

	private String url() {
		return this.actuator.base() + PATH;
	}

}
