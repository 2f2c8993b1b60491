package dev.grpctuning.load.target;

import java.util.List;

import com.google.protobuf.Descriptors.ServiceDescriptor;
import com.google.protobuf.TypeRegistry;

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

	/**
	 * Finds the message types that a {@code google.protobuf.Any} may hold.
	 * @param service a service that was found here
	 * @return those of its file and of all that are imported there
	 */
	default TypeRegistry types(ServiceDescriptor service) {
		return KnownTypes.of(List.of(service.getFile()));
	}

}
