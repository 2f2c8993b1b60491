package dev.grpctuning.load.call.target;

import java.util.List;

import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import com.google.protobuf.TypeRegistry;

import dev.grpctuning.load.call.InvalidCallException;

@FunctionalInterface
interface ServiceSource {

	/**
	 * Finds a service by its full name. If there is none, the error lists all services.
	 */
	ServiceDescriptor service(String name);

	/** The types that an Any may hold: those of a service's file and its imports. */
	default TypeRegistry types(ServiceDescriptor service) {
		return ProtoFiles.types(List.of(service.getFile()));
	}

	/** Services of the files that {@code protoc --descriptor_set_out} writes. */
	record DescriptorSet(FileDescriptorSet files) implements ServiceSource {

		@Override
		public ServiceDescriptor service(String name) {
			return all().service(name)
				.orElseThrow(() -> new InvalidCallException(
						"load.call: the definition has no service %s; it has %s".formatted(name,
								ProtoFiles.list(this.files.getFileList().stream().flatMap(ProtoFiles::services)))));
		}

		/** {@inheritDoc} The types of the other files are known too. */
		@Override
		public TypeRegistry types(ServiceDescriptor service) {
			return ProtoFiles.types(all().complete());
		}

		private ProtoFiles all() {
			ProtoFiles all = new ProtoFiles((missing) -> List.of());
			all.add(this.files.getFileList());
			return all;
		}

	}

}
