package dev.grpctuning.load.experiment;

/**
 * What the trials at all servers of a search share.
 *
 * @param channels opens their channels
 * @param judge says whether the objective held
 * @param current what is going on, so that it can be ended
 */
record TrialContext(ChannelsFactory channels, TrialJudge judge, CurrentRun current) {

	/**
	 * Says that something is about to begin that takes time.
	 * @throws InterruptedException if all is to end instead
	 */
	void prepare() throws InterruptedException {
		if (!this.current.prepare()) {
			throw new InterruptedException("all is to end");
		}
	}

}
