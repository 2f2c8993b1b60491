package dev.grpctuning.hello;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** One service for all tests of a class, which is the same for most classes. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class AbstractServiceIT {

	@SuppressWarnings("NullAway.Init")
	RunningService service;

	@SuppressWarnings("NullAway.Init")
	TuningEndpoint endpoint;

	/** Starts a service of the class alone, or takes the one that classes share. */
	RunningService startService() {
		return RunningService.shared();
	}

	@BeforeAll
	void start() {
		this.service = startService();
		this.endpoint = new TuningEndpoint(this.service);
	}

	@AfterAll
	void stop() {
		if (this.service != RunningService.shared()) {
			this.service.close();
		}
	}

}
