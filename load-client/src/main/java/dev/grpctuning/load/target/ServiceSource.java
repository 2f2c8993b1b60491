package dev.grpctuning.load.target;

import com.google.protobuf.Descriptors.ServiceDescriptor;

/**
 * Knows services by their names.
 */
@FunctionalInterface
public interface ServiceSource {

	/**
	 * Finds a service.
	 * @param name its full name
	 * @return the service
	 * @throws InvalidCallException if there is none, with the names of those that there
	 * are
	 */
	ServiceDescriptor service(String name);

}
