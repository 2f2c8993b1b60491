package dev.grpctuning.load.config;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.InvalidProtocolBufferException;
import com.squareup.wire.schema.Location;
import com.squareup.wire.schema.Schema;
import com.squareup.wire.schema.SchemaException;
import com.squareup.wire.schema.SchemaLoader;
import com.squareup.wire.schema.internal.SchemaEncoder;
import okio.FileSystem;
import okio.ForwardingFileSystem;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/** Reads a definition in the Protocol Buffers language, without a compiler for it. */
final class ProtoFile {

	/** The library adds its own definitions. */
	private static final String EXTENSIONS = "wire/extensions.proto";

	private ProtoFile() {
	}

	/** Returns the descriptors of a file and of its imports. */
	static FileDescriptorSet descriptors(Path file, @Nullable Path folder) {
		PropertyCheck.that(Files.isRegularFile(file), "load.proto", file, "There is no such file.");
		Path absolute = file.toAbsolutePath().normalize();
		Path root = (folder != null) ? folder.toAbsolutePath().normalize()
				: Objects.requireNonNull(absolute.getParent());
		PropertyCheck.that(absolute.startsWith(root), "load.proto-path", folder,
				"It must be a folder that holds %s.".formatted(file));
		try {
			return encode(root.toString(), root.relativize(absolute).toString());
		}
		catch (SchemaException | IllegalStateException | InvalidProtocolBufferException ex) {
			throw new InvalidConfigurationPropertyValueException("load.proto", file,
					"It cannot be compiled: %s. Imports are looked up in load.proto-path (%s)."
						.formatted(ex.getMessage(), root));
		}
	}

	private static FileDescriptorSet encode(String root, String file) throws InvalidProtocolBufferException {
		SchemaLoader loader = new SchemaLoader(new Within(Path.of(root)));
		loader.setLoadExhaustively(true);
		loader.initRoots(List.of(Location.get(root, file)), List.of(Location.get(root)));
		Schema schema = loader.loadSchema();
		SchemaEncoder encoder = new SchemaEncoder(schema);
		FileDescriptorSet.Builder descriptors = FileDescriptorSet.newBuilder();
		for (com.squareup.wire.schema.ProtoFile each : schema.getProtoFiles()) {
			if (!each.getLocation().getPath().equals(EXTENSIONS)) {
				descriptors.addFile(FileDescriptorProto.parseFrom(encoder.encode(each).toByteArray()));
			}
		}
		return descriptors.build();
	}

	/** Reads no file outside of a folder, which an import could name. */
	private static final class Within extends ForwardingFileSystem {

		private final Path folder;

		private Within(Path folder) {
			super(FileSystem.SYSTEM);
			this.folder = folder;
		}

		@Override
		public okio.Path onPathParameter(okio.Path path, String functionName, String parameterName) {
			if (!path.toNioPath().normalize().startsWith(this.folder)) {
				throw new IllegalStateException(path + " is in another folder");
			}
			return path;
		}

	}

}
