package dev.grpctuning.load.target;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.TypeRegistry;

/**
 * Message types that a {@code google.protobuf.Any} may hold.
 */
final class KnownTypes {

	private final TypeRegistry.Builder registry = TypeRegistry.newBuilder();

	private final Set<String> files = new HashSet<>();

	private final Set<String> types = new HashSet<>();

	private KnownTypes() {
	}

	/**
	 * The types of files and of all that these import, and Protocol Buffers' own.
	 */
	static TypeRegistry of(Collection<FileDescriptor> files) {
		KnownTypes known = new KnownTypes();
		files.forEach(known::add);
		ProtoFiles.OWN.values().forEach(known::add);
		return known.registry.build();
	}

	private void add(FileDescriptor file) {
		if (!this.files.add(file.getName())) {
			return;
		}
		file.getDependencies().forEach(this::add);
		if (file.getMessageTypes().stream().map(Descriptor::getFullName).allMatch(this.types::add)) {
			this.registry.add(file.getMessageTypes());
		}
	}

}
