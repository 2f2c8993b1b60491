package dev.grpctuning.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.TextFormat;
import com.google.protobuf.TimestampProto;
import com.google.protobuf.WrappersProto;

/** A service without generated code: each kind of method, many kinds of fields. */
public final class KindsProto {

	public static final String SERVICE = "kinds.v1.Kinds";

	private static final FileDescriptorProto MESSAGES;

	private static final FileDescriptorProto SERVICES;

	public static final FileDescriptor FILE;

	static {
		try (InputStream file = KindsProto.class.getResourceAsStream("/kinds/kinds.txtpb")) {
			FileDescriptorSet kinds = TextFormat.parse(
					new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8),
					FileDescriptorSet.class);
			MESSAGES = kinds.getFile(0);
			SERVICES = kinds.getFile(1);
			FileDescriptor messages = FileDescriptor.buildFrom(MESSAGES,
					new FileDescriptor[] { TimestampProto.getDescriptor(), WrappersProto.getDescriptor() });
			FILE = FileDescriptor.buildFrom(SERVICES, new FileDescriptor[] { messages });
		}
		catch (IOException | DescriptorValidationException ex) {
			throw new IllegalStateException(ex);
		}
	}

	public static final Descriptor THING = FILE.getDependencies().get(0).findMessageTypeByName("Thing");

	private KindsProto() {
	}

	/** The files as protoc would write them, but in no helpful order. */
	public static FileDescriptorSet set() {
		return FileDescriptorSet.newBuilder()
			.addAllFile(List.of(SERVICES, WrappersProto.getDescriptor().toProto(), MESSAGES,
					TimestampProto.getDescriptor().toProto()))
			.build();
	}

}
