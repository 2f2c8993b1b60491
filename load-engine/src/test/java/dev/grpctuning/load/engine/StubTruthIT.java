package dev.grpctuning.load.engine;

/**
 * What the stub engine measures.
 */
class StubTruthIT extends AbstractTruthIT {

	@Override
	TestEngine engine() {
		return TestEngine.ASYNC;
	}

}
