package dev.grpctuning.hello;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** One service for all tests of a class. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class AbstractServiceIT {

	@SuppressWarnings("NullAway.Init")
	RunningService service;

	@SuppressWarnings("NullAway.Init")
	TuningEndpoint endpoint;

	RunningService startService() {
		return RunningService.start();
	}

	@BeforeAll
	void start() {
		this.service = startService();
		this.endpoint = new TuningEndpoint(this.service);
	}

	@AfterAll
	void stop() {
		this.service.close();
	}

}
