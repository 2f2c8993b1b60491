package dev.grpctuning.load.call.target;

import java.util.List;

import com.google.protobuf.Descriptors.ServiceDescriptor;
import com.google.protobuf.TypeRegistry;

@FunctionalInterface
interface ServiceSource {

	/** Finds a service by its full name; the refusal lists those that there are. */
	ServiceDescriptor service(String name);

	/** The types that an Any may hold: those of a service's file and its imports. */
	default TypeRegistry types(ServiceDescriptor service) {
		return ProtoFiles.types(List.of(service.getFile()));
	}

}
