package dev.grpctuning.load.engine;

import dev.grpctuning.load.transport.TestEngine;

/** What the stub engine measures. */
class StubTruthIT extends AbstractTruthIT {

	@Override
	TestEngine engine() {
		return TestEngine.ASYNC;
	}

}
