package dev.grpctuning.load.server;

import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

import javax.net.ssl.SSLContext;

import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.pressure.Stall;
import dev.grpctuning.load.server.metrics.CpuMeters;
import dev.grpctuning.load.server.metrics.GrpcMeters;
import dev.grpctuning.load.server.metrics.PrometheusText;
import dev.grpctuning.load.server.metrics.ServerSample;
import dev.grpctuning.load.server.tuning.ServerTuning;
import dev.grpctuning.load.server.tuning.TuningRefusedException;
import dev.grpctuning.load.transport.TargetAddress;

/**
 * A running server as seen from outside: its address, and its actuator over HTTP or
 * HTTPS.
 */
public final class ObservedServer implements AutoCloseable {

	static {
		// Tomcat ends a connection after 20 idle seconds, and a request sent then fails.
		System.getProperties().putIfAbsent("jdk.httpclient.keepalive.timeout", "5");
	}

	private static final Duration TIMEOUT = Duration.ofMillis(900);

	private static final Duration CALM_INTERVAL = Duration.ofMillis(400);

	/** Share of one processor below which a server only answers its actuator. */
	private static final double CALM_SHARE = 0.25;

	private static final int CALM_INTERVALS = 2;

	private final TargetAddress address;

	private final HttpClient http;

	private volatile URI actuator;

	private final @Nullable ServerCredentials credentials;

	/** Whether the server at the address is still the one that may know the password. */
	private final BooleanSupplier trusted;

	private final TuningEndpoint endpoint = new TuningEndpoint(this);

	/** Whether only users may read the meters. */
	private volatile boolean guarded;

	/** A server that somebody else has started. */
	public ObservedServer(TargetAddress address, URI actuator, @Nullable ServerCredentials credentials) {
		this(address, actuator, credentials, () -> true, HttpClient.newBuilder());
	}

	private ObservedServer(TargetAddress address, URI actuator, @Nullable ServerCredentials credentials,
			BooleanSupplier trusted, HttpClient.Builder http) {
		// A server that opens a session need not check the password again.
		this.http = http.version(HttpClient.Version.HTTP_1_1)
			.connectTimeout(TIMEOUT)
			.cookieHandler(new CookieManager())
			.build();
		this.address = address;
		this.actuator = actuator;
		this.credentials = credentials;
		this.trusted = trusted;
	}

	/**
	 * A process that this one has started, whatever certificate it has. It gets the
	 * password only as long as it is alive.
	 */
	static ObservedServer ofOwn(TargetAddress address, URI actuator, @Nullable ServerCredentials credentials,
			BooleanSupplier alive) {
		try {
			SSLContext anyCertificate = SSLContext.getInstance("TLS");
			anyCertificate.init(null, InsecureTrustManagerFactory.INSTANCE.getTrustManagers(), null);
			return new ObservedServer(address, actuator, credentials, alive,
					HttpClient.newBuilder().sslContext(anyCertificate));
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException(ex);
		}
	}

	public TargetAddress address() {
		return this.address;
	}

	public URI actuator() {
		return this.actuator;
	}

	boolean hasCredentials() {
		return this.credentials != null;
	}

	TuningEndpoint endpoint() {
		return this.endpoint;
	}

	/** Samples the server, and passes each sample on at once. */
	public ServerMonitor monitor(Duration interval, Consumer<ServerSample> sampled) {
		return new ServerMonitor(this::sample, interval, sampled);
	}

	/** Tuning that its endpoint {@code grpctuning} reports. */
	public Optional<ServerTuning> tuning() throws TuningRefusedException, InterruptedException {
		return this.endpoint.find();
	}

	/** Stalls that its endpoint {@code grpctuning} reports, or none. */
	public List<Stall> stalls() throws InterruptedException {
		return this.endpoint.stalls();
	}

	/** Waits for two consecutive intervals below a quarter of one processor. */
	public boolean settle(Duration limit) throws InterruptedException {
		long begun = System.nanoTime();
		ServerSample last = null;
		int calm = 0;
		while (System.nanoTime() - begun < limit.toNanos()) {
			ServerSample next = sampleOrNull();
			calm = (last != null && next != null && share(last, next) < CALM_SHARE) ? calm + 1 : 0;
			if (calm == CALM_INTERVALS) {
				return true;
			}
			last = next;
			Thread.sleep(CALM_INTERVAL);
		}
		return false;
	}

	private static double share(ServerSample from, ServerSample to) {
		return (to.cpuSeconds() - from.cpuSeconds()) / ((to.atNanos() - from.atNanos()) / 1e9);
	}

	private @Nullable ServerSample sampleOrNull() throws InterruptedException {
		try {
			return sample();
		}
		catch (IOException ex) {
			return null;
		}
	}

	/**
	 * Whether it is up; an application with own users may tell strangers only. If not,
	 * the next time is over HTTPS, if it speaks that.
	 */
	boolean healthy() throws InterruptedException {
		try {
			int status = get("/health", TIMEOUT).statusCode();
			if (status == 200 || (status == 401 && this.credentials != null
					&& send(anonymous("/health", TIMEOUT).GET()).statusCode() == 200)) {
				return true;
			}
		}
		catch (IOException ex) {
			// It may speak HTTPS.
		}
		URI plain = this.actuator;
		this.actuator = URI.create(plain.toString().replaceFirst("^http:", "https:"));
		try {
			send(anonymous("/health", TIMEOUT).GET());
		}
		catch (IOException ex) {
			this.actuator = plain;
		}
		return false;
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

	HttpResponse<String> delete(String path, Duration timeout) throws IOException, InterruptedException {
		return send(request(path, timeout).DELETE());
	}

	HttpResponse<String> post(String path, String json, Duration timeout) throws IOException, InterruptedException {
		return send(request(path, timeout).header("Content-Type", "application/json")
			.POST(HttpRequest.BodyPublishers.ofString(json)));
	}

	private HttpRequest.Builder anonymous(String path, Duration timeout) {
		return HttpRequest.newBuilder(URI.create(this.actuator + path)).timeout(timeout);
	}

	private HttpRequest.Builder request(String path, Duration timeout) {
		HttpRequest.Builder request = anonymous(path, timeout);
		return (this.credentials != null && this.trusted.getAsBoolean())
				? request.header("Authorization", this.credentials.authorization()) : request;
	}

	private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
		return this.http.send(request.build(), HttpResponse.BodyHandlers.ofString());
	}

	/** Closes the client of the server, not the server itself. */
	@Override
	public void close() {
		this.http.shutdownNow();
	}

}
