package dev.grpctuning.autoconfigure;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.grpctuning.settings.Knobs;
import dev.grpctuning.testkit.greeting.GreetingServer;
import dev.grpctuning.testkit.greeting.GrpcServerThreads;

import static org.assertj.core.api.Assertions.assertThat;

/** A server whose port the system chooses. */
class ChosenPortIT {

	@AfterEach
	void noThreadOutlivesItsApplication() {
		GrpcServerThreads.awaitNone();
	}

	@Test
	void whenServerIsReplacedThenEachGenerationHasThePortOfTheFirst() {
		try (TunedApplication application = TunedApplication.start(TunedApplication.Application.class, 0)) {
			int port = application.port();
			assertThat(port).isPositive();
			application.change("worker-threads=1");
			assertThat(application.port()).isEqualTo(port);
			application.change("generation.change=restart", "worker-threads=3");
			assertThat(application.port()).isEqualTo(port);
			application.change("worker-threads");
			assertThat(application.effective(Knobs.WORKER_THREADS)).isNotEqualTo(3);
			assertThat(application.port()).isEqualTo(port);
			assertThat(GreetingServer.call(port)).isNotEmpty();
		}
	}

}
