package dev.grpctuning.autoconfigure;

import java.net.URL;
import java.net.URLClassLoader;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.grpctuning.testkit.Ports;
import dev.grpctuning.testkit.greeting.GreetingServer;
import dev.grpctuning.testkit.greeting.GrpcServerThreads;

import static org.assertj.core.api.Assertions.assertThat;

/** Applications that share a JVM, at the same time or one after the other. */
class SeveralApplicationsIT {

	@AfterEach
	void noThreadOutlivesItsApplication() {
		GrpcServerThreads.awaitNone();
	}

	@Test
	void whenTwoApplicationsRunThenEachHasItsOwnSettingsAndChangesAlone() {
		try (TunedApplication first = fixed("grpc-server-app-first-")) {
			try (TunedApplication second = fixed("grpc-server-app-second-")) {
				assertThat(first.call()).isEqualTo("grpc-server-app-first-1");
				assertThat(second.call()).isEqualTo("grpc-server-app-second-1");
				second.change("executor.type=direct", "worker-threads=1");
				assertThat(second.serving().number()).isEqualTo(2);
				assertThat(second.call()).startsWith("grpc-server-worker-");
				assertThat(first.serving().number()).isOne();
				assertThat(first.call()).isEqualTo("grpc-server-app-first-1");
			}
			assertThat(first.call()).isEqualTo("grpc-server-app-first-1");
		}
	}

	private static TunedApplication fixed(String prefix) {
		return TunedApplication.start("executor.type=fixed", "executor.threads=1",
				"executor.thread-name-prefix=" + prefix);
	}

	/** Spring Boot's devtools restart an application with a new class loader. */
	@Tag("either-framework")
	@Test
	void whenApplicationRestartsWithANewClassLoaderThenItsHandlersHaveThat() throws Exception {
		int port = Ports.free();
		Thread thread = Thread.currentThread();
		ClassLoader before = thread.getContextClassLoader();
		for (int i = 0; i < 2; i++) {
			try (URLClassLoader restarted = new URLClassLoader(new URL[0], before)) {
				thread.setContextClassLoader(restarted);
				try (TunedApplication application = TunedApplication.start(TunedApplication.Application.class, port,
						"executor.type=fork-join")) {
					GreetingServer.call(port);
					assertThat(application.greeter().classLoaders()).containsExactly(restarted);
				}
				GrpcServerThreads.awaitNone();
			}
			finally {
				thread.setContextClassLoader(before);
			}
		}
	}

}
