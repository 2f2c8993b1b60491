package dev.grpctuning.attack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.grpctuning.load.transport.TargetUnreachableException;
import dev.grpctuning.testkit.AppProcess;
import dev.grpctuning.testkit.Http;
import dev.grpctuning.testkit.ServerCertificate;

import static org.assertj.core.api.Assertions.assertThat;

/** What attacks on the hello service do to its other clients. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AttacksIT {

	/**
	 * Of the 99th percentile that the server has on the same machine at that time when
	 * another port is attacked.
	 */
	private static final int MAX_TIMES_QUIET_P99 = 5;

	private static final long LEAST_MAX_P99_MICROS = 25_000;

	/** While the attacker opens thousands of connections, it takes most of two cores. */
	private static final long LEAST_MAX_P99_MICROS_IN_BURST = 300_000;

	/** Something else on the machine may delay a call as an attack does. */
	private static final int ATTEMPTS = 10;

	/** Attempts in which a call fails, or a connection. */
	private static final int MAX_FAILING = 2;

	private final List<String> rows = new ArrayList<>();

	private AttackedService plaintext;

	private AttackedService tls;

	@BeforeAll
	void start(@TempDir Path folder) throws Exception {
		ServerCertificate certificate = ServerCertificate.create();
		AppProcess inPlaintext = AttackedService.launch(folder, null);
		AppProcess withTls = AttackedService.launch(folder, certificate);
		this.plaintext = AttackedService.of(inPlaintext, null);
		row("none", this.plaintext);
		this.tls = AttackedService.of(withTls, certificate);
		row("none, TLS", this.tls);
	}

	private void row(String name, AttackedService service) {
		this.rows
			.add("| %s | %s | | %d MB |".formatted(name, Outcome.millis(service.quietP99()), service.memory() >> 20));
	}

	@AfterAll
	void stop() throws IOException {
		this.plaintext.close();
		this.tls.close();
		Files.createDirectories(Path.of("target"));
		Files.write(Path.of("target", "attacks.md"), this.rows);
	}

	@ParameterizedTest
	@EnumSource
	void whenAttackedThenOthersAreAnswered(Attack attack) throws Exception {
		AttackedService service = attack.needsTls() ? this.tls : this.plaintext;
		long least = attack.beginsWithBurst() ? LEAST_MAX_P99_MICROS_IN_BURST : LEAST_MAX_P99_MICROS;
		int failing = 0;
		for (int attempt = 1; true; attempt++) {
			try {
				Outcome outcome = service.attack(attack);
				long max = Math.max(least, MAX_TIMES_QUIET_P99 * service.quietP99());
				failing += outcome.others().counts().failed().isEmpty() ? 0 : 1;
				if (attempt >= ATTEMPTS || failing > MAX_FAILING || outcome.isGood(max)) {
					this.rows.add(outcome.row());
					outcome.check(max);
					return;
				}
				service.measureQuiet(attack);
			}
			catch (TargetUnreachableException ex) {
				failing++;
				if (failing > MAX_FAILING) {
					throw ex;
				}
			}
		}
	}

	/**
	 * Clients that never send the body of a request would hold all threads, until
	 * Tomcat's timeout of 20 s.
	 */
	@Test
	void whenRequestsHaveNoBodyThenLivenessIsStillReported() throws Exception {
		Http http = this.plaintext.http();
		List<Http2Socket> sockets = new ArrayList<>();
		int httpPort = Integer.parseInt(http.base().substring(http.base().lastIndexOf(':') + 1));
		for (int i = 0; i < 20; i++) {
			Http2Socket socket = new Http2Socket(httpPort);
			sockets.add(socket);
			socket
				.bytes(("POST /actuator/grpctuning HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
						+ "Content-Length: 1000\r\n\r\n")
					.getBytes())
				.flush();
		}
		long start = System.nanoTime();
		http.get("/actuator/health/liveness").expect(200);
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(15));
		for (Http2Socket socket : sockets) {
			socket.close();
		}
	}

}
