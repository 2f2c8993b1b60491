package dev.grpctuning.load.engine;

import dev.grpctuning.load.transport.TestEngine;

/** What the raw engine measures. */
class RawTruthIT extends AbstractTruthIT {

	@Override
	TestEngine engine() {
		return TestEngine.RAW;
	}

}
