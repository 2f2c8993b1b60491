package dev.grpctuning.load.call.target;

import java.util.List;

import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import com.google.protobuf.TypeRegistry;

import dev.grpctuning.load.call.InvalidCallException;

/**
 * Services of the files that {@code protoc --descriptor_set_out} writes.
 */
record DescriptorSet(FileDescriptorSet files) implements ServiceSource {

	@Override
	public ServiceDescriptor service(String name) {
		return all().service(name)
			.orElseThrow(() -> new InvalidCallException("load.call: load.descriptor-set has no service %s; it has %s"
				.formatted(name, ProtoFiles.list(this.files.getFileList().stream().flatMap(ProtoFiles::services)))));
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
