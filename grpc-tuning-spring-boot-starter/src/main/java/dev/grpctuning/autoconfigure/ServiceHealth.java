package dev.grpctuning.autoconfigure;

/**
 * Where the health of a service is reported.
 */
@FunctionalInterface
interface ServiceHealth {

	/**
	 * Reports a service.
	 * @param service its full name
	 * @param serving whether it is offered
	 */
	void set(String service, boolean serving);

}
