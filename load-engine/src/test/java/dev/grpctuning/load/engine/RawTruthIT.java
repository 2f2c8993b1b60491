package dev.grpctuning.load.engine;

/**
 * What the raw engine measures.
 */
class RawTruthIT extends AbstractTruthIT {

	@Override
	TestEngine engine() {
		return TestEngine.RAW;
	}

}
