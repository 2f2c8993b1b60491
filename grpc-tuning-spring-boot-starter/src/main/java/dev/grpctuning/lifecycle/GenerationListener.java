package dev.grpctuning.lifecycle;

/**
 * Told when generations come and go.
 */
public interface GenerationListener {

	/**
	 * A generation has begun to serve.
	 */
	void started(Generation generation);

	/**
	 * A generation's last call has ended, and its threads; or it could not start.
	 */
	void ended(Generation generation);

}
