package dev.grpctuning.load.call.target;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.google.protobuf.AnyProto;
import com.google.protobuf.ApiProto;
import com.google.protobuf.DescriptorProtos;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.ServiceDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import com.google.protobuf.DurationProto;
import com.google.protobuf.EmptyProto;
import com.google.protobuf.FieldMaskProto;
import com.google.protobuf.SourceContextProto;
import com.google.protobuf.StructProto;
import com.google.protobuf.TimestampProto;
import com.google.protobuf.TypeProto;
import com.google.protobuf.TypeRegistry;
import com.google.protobuf.WrappersProto;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.call.InvalidCallException;
import dev.grpctuning.observe.PeerText;

/**
 * Builds descriptors of {@code .proto} files and their imports. Protocol Buffers' own
 * files, which servers may leave out, are added where they are missing.
 */
final class ProtoFiles {

	static final Map<String, FileDescriptor> OWN = Stream
		.of(AnyProto.getDescriptor(), ApiProto.getDescriptor(), DescriptorProtos.getDescriptor(),
				DurationProto.getDescriptor(), EmptyProto.getDescriptor(), FieldMaskProto.getDescriptor(),
				SourceContextProto.getDescriptor(), StructProto.getDescriptor(), TimestampProto.getDescriptor(),
				TypeProto.getDescriptor(), WrappersProto.getDescriptor())
		.collect(Collectors.toUnmodifiableMap(FileDescriptor::getName, Function.identity()));

	/** Imports of imports; real files have a dozen. */
	private static final int MOST_IMPORTS = 100;

	private final Map<String, FileDescriptorProto> known = new LinkedHashMap<>();

	private final Map<String, FileDescriptor> built = new HashMap<>();

	private final Set<String> begun = new HashSet<>();

	private final Function<String, List<FileDescriptorProto>> missing;

	private int depth;

	ProtoFiles(Function<String, List<FileDescriptorProto>> missing) {
		this.missing = missing;
	}

	void add(List<FileDescriptorProto> files) {
		files.forEach((file) -> this.known.putIfAbsent(file.getName(), file));
	}

	Optional<ServiceDescriptor> service(String name) {
		return this.known.values()
			.stream()
			.filter((file) -> services(file).anyMatch(name::equals))
			.findFirst()
			.map((file) -> build(file.getName()).findServiceByName(name.substring(name.lastIndexOf('.') + 1)));
	}

	static Stream<String> services(FileDescriptorProto file) {
		String prefix = file.getPackage().isEmpty() ? "" : file.getPackage() + ".";
		return file.getServiceList().stream().map(ServiceDescriptorProto::getName).map(prefix::concat);
	}

	/** Builds the files whose imports have all been built. */
	List<FileDescriptor> complete() {
		List<FileDescriptor> complete = new ArrayList<>();
		for (String name : List.copyOf(this.known.keySet())) {
			try {
				complete.add(build(name));
			}
			catch (InvalidCallException ex) {
				// The service that is called does not need it.
			}
		}
		return complete;
	}

	private FileDescriptor build(String name) {
		FileDescriptor file = this.built.get(name);
		if (file == null) {
			file = buildNew(name);
			this.built.put(name, file);
		}
		return file;
	}

	private FileDescriptor buildNew(String name) {
		FileDescriptorProto proto = find(name);
		if (proto == null) {
			FileDescriptor own = OWN.get(name);
			if (own == null) {
				throw new InvalidCallException(
						"load.call: the descriptors are not complete, %s is missing; have protoc write them with --include_imports --descriptor_set_out=FILE, and set load.descriptor-set=FILE"
							.formatted(PeerText.clean(name)));
			}
			return own;
		}
		if (!this.begun.add(name)) {
			throw new InvalidCallException(
					"load.call: the descriptors cannot be used, %s imports itself".formatted(PeerText.clean(name)));
		}
		if (++this.depth > MOST_IMPORTS) {
			throw new InvalidCallException(
					"load.call: the descriptors cannot be used, more than %d files import each other"
						.formatted(MOST_IMPORTS));
		}
		FileDescriptor[] imports = proto.getDependencyList().stream().map(this::build).toArray(FileDescriptor[]::new);
		this.depth--;
		try {
			return FileDescriptor.buildFrom(proto, imports);
		}
		catch (DescriptorValidationException | RuntimeException ex) {
			throw new InvalidCallException("load.call: the descriptors cannot be used (%s)"
				.formatted(PeerText.clean(String.valueOf(ex.getMessage()))), ex);
		}
	}

	private @Nullable FileDescriptorProto find(String name) {
		if (!this.known.containsKey(name)) {
			add(this.missing.apply(name));
		}
		return this.known.get(name);
	}

	static String list(Stream<String> names) {
		String list = names.sorted().collect(Collectors.joining(", "));
		return list.isEmpty() ? "none" : PeerText.clean(list);
	}

	/** The message types of files and their imports, and Protocol Buffers' own. */
	static TypeRegistry types(Collection<FileDescriptor> files) {
		TypeRegistry.Builder registry = TypeRegistry.newBuilder();
		Set<String> knownFiles = new HashSet<>();
		Set<String> knownTypes = new HashSet<>();
		Stream.concat(files.stream(), OWN.values().stream())
			.forEach((file) -> addTypes(file, registry, knownFiles, knownTypes));
		return registry.build();
	}

	private static void addTypes(FileDescriptor file, TypeRegistry.Builder registry, Set<String> files,
			Set<String> types) {
		if (!files.add(file.getName())) {
			return;
		}
		file.getDependencies().forEach((imported) -> addTypes(imported, registry, files, types));
		if (file.getMessageTypes().stream().map(Descriptor::getFullName).allMatch(types::add)) {
			registry.add(file.getMessageTypes());
		}
	}

}
