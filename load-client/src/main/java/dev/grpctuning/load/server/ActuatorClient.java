package dev.grpctuning.load.server;

import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.function.BooleanSupplier;

import javax.net.ssl.SSLContext;

import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.server.metrics.CpuMeters;
import dev.grpctuning.load.server.metrics.GrpcMeters;
import dev.grpctuning.load.server.metrics.PrometheusText;
import dev.grpctuning.load.server.metrics.ServerSample;

/** Speaks with a server's actuator over HTTP or HTTPS. */
final class ActuatorClient implements AutoCloseable {

	private static final Duration TIMEOUT = Duration.ofMillis(900);

	private final HttpClient http;

	private volatile URI base;

	private final @Nullable ServerCredentials credentials;

	/** Whether the server at the address is still the one that may know the password. */
	private final BooleanSupplier trusted;

	/** Whether only users may read the meters. */
	private volatile boolean guarded;

	ActuatorClient(URI base, @Nullable ServerCredentials credentials, BooleanSupplier trusted) {
		this(base, credentials, trusted, HttpClient.newBuilder());
	}

	private ActuatorClient(URI base, @Nullable ServerCredentials credentials, BooleanSupplier trusted,
			HttpClient.Builder http) {
		// A server that opens a session need not check the password again.
		this.http = http.version(HttpClient.Version.HTTP_1_1)
			.connectTimeout(TIMEOUT)
			.cookieHandler(new CookieManager())
			.build();
		this.base = base;
		this.credentials = credentials;
		this.trusted = trusted;
	}

	/** A client of a process that this one has started, whatever certificate that has. */
	static ActuatorClient ofOwn(URI base, @Nullable ServerCredentials credentials, BooleanSupplier trusted) {
		try {
			SSLContext anyCertificate = SSLContext.getInstance("TLS");
			anyCertificate.init(null, InsecureTrustManagerFactory.INSTANCE.getTrustManagers(), null);
			return new ActuatorClient(base, credentials, trusted, HttpClient.newBuilder().sslContext(anyCertificate));
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** Changes to HTTPS, which the server may be configured for, if it speaks that. */
	void tryHttps() throws InterruptedException {
		URI plain = this.base;
		this.base = URI.create(plain.toString().replaceFirst("^http:", "https:"));
		try {
			send(anonymous("/health", TIMEOUT).GET());
		}
		catch (IOException ex) {
			this.base = plain;
		}
	}

	URI base() {
		return this.base;
	}

	boolean hasCredentials() {
		return this.credentials != null;
	}

	/** Whether it is up; an application with own users may tell strangers only. */
	boolean healthy() throws InterruptedException {
		try {
			int status = get("/health", TIMEOUT).statusCode();
			return status == 200 || (status == 401 && this.credentials != null
					&& send(anonymous("/health", TIMEOUT).GET()).statusCode() == 200);
		}
		catch (IOException ex) {
			return false;
		}
	}

	/**
	 * Reads the meters as a stranger if that is allowed: to check a password costs a
	 * server as much CPU as hundreds of calls, and it is being measured.
	 */
	ServerSample sample() throws IOException, InterruptedException {
		HttpResponse<String> response = this.guarded ? get("/prometheus", TIMEOUT)
				: send(anonymous("/prometheus", TIMEOUT).GET());
		if (response.statusCode() == 401 && this.credentials != null && !this.guarded) {
			this.guarded = true;
			response = get("/prometheus", TIMEOUT);
		}
		if (response.statusCode() != 200) {
			throw new IOException(response.uri() + " answers " + response.statusCode());
		}
		try {
			return sampleOf(PrometheusText.parse(response.body()));
		}
		catch (NumberFormatException ex) {
			throw new IOException(response.uri() + " answers with a meter that has no value", ex);
		}
	}

	private static ServerSample sampleOf(PrometheusText meters) {
		return new ServerSample(System.nanoTime(), meters.sum("process_cpu_time_ns_total") / 1e9,
				(long) meters.sum("jvm_memory_used_bytes", "area=\"heap\""),
				(long) meters.sum("jvm_memory_committed_bytes", "area=\"heap\""),
				(int) meters.sum("jvm_threads_live_threads"), (int) meters.sum("jvm_threads_peak_threads"),
				(long) meters.sum("jvm_gc_pause_seconds_count"), meters.sum("jvm_gc_pause_seconds_sum"),
				(int) meters.sum("jvm_classes_loaded_classes"), (int) meters.sum("system_cpu_count"),
				GrpcMeters.of(meters), CpuMeters.of(meters));
	}

	HttpResponse<String> get(String path, Duration timeout) throws IOException, InterruptedException {
		return send(request(path, timeout).GET());
	}

	HttpResponse<String> post(String path, String json, Duration timeout) throws IOException, InterruptedException {
		return send(request(path, timeout).header("Content-Type", "application/json")
			.POST(HttpRequest.BodyPublishers.ofString(json)));
	}

	private HttpRequest.Builder anonymous(String path, Duration timeout) {
		return HttpRequest.newBuilder(URI.create(this.base + path)).timeout(timeout);
	}

	private HttpRequest.Builder request(String path, Duration timeout) {
		HttpRequest.Builder request = anonymous(path, timeout);
		return (this.credentials != null && this.trusted.getAsBoolean())
				? request.header("Authorization", this.credentials.authorization()) : request;
	}

	private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
		return this.http.send(request.build(), HttpResponse.BodyHandlers.ofString());
	}

	@Override
	public void close() {
		this.http.shutdownNow();
	}

}
