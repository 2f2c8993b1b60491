package dev.grpctuning.load.call.target;

import java.util.List;

import com.google.protobuf.Descriptors.ServiceDescriptor;
import com.google.protobuf.TypeRegistry;

import dev.grpctuning.load.call.InvalidCallException;

@FunctionalInterface
interface ServiceSource {

	/**
	 * Finds a service by its full name.
	 * @throws InvalidCallException if there is none; the message lists those that there
	 * are
	 */
	ServiceDescriptor service(String name);

	/**
	 * Finds the message types that a google.protobuf.Any may hold: those of a service's
	 * file and its imports.
	 */
	default TypeRegistry types(ServiceDescriptor service) {
		return ProtoFiles.types(List.of(service.getFile()));
	}

}
