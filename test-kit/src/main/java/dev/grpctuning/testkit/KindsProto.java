package dev.grpctuning.testkit;

import java.util.List;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Label;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Type;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.DescriptorProtos.MessageOptions;
import com.google.protobuf.DescriptorProtos.MethodDescriptorProto;
import com.google.protobuf.DescriptorProtos.ServiceDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.TimestampProto;
import com.google.protobuf.WrappersProto;

/** A service without generated code: each kind of method, many kinds of fields. */
public final class KindsProto {

	public static final String SERVICE = "kinds.v1.Kinds";

	private static final FileDescriptorProto MESSAGES = FileDescriptorProto.newBuilder()
		.setName("kinds/v1/messages.proto")
		.setPackage("kinds.v1")
		.setSyntax("proto3")
		.addDependency("google/protobuf/timestamp.proto")
		.addDependency("google/protobuf/wrappers.proto")
		.addMessageType(DescriptorProto.newBuilder()
			.setName("Thing")
			.addField(field("id", 1, Type.TYPE_INT64))
			.addField(field("text", 2, Type.TYPE_STRING))
			.addField(field("count", 3, Type.TYPE_INT32))
			.addField(field("share", 4, Type.TYPE_DOUBLE))
			.addField(field("flag", 5, Type.TYPE_BOOL))
			.addField(field("at", 6, Type.TYPE_MESSAGE).setTypeName(".google.protobuf.Timestamp"))
			.addField(field("note", 7, Type.TYPE_MESSAGE).setTypeName(".google.protobuf.StringValue"))
			.addField(field("inner", 8, Type.TYPE_MESSAGE).setTypeName(".kinds.v1.Thing"))
			.addField(
					field("things", 9, Type.TYPE_MESSAGE).setTypeName(".kinds.v1.Thing").setLabel(Label.LABEL_REPEATED))
			.addField(field("words", 10, Type.TYPE_STRING).setLabel(Label.LABEL_REPEATED))
			.addField(field("labels", 11, Type.TYPE_MESSAGE).setTypeName(".kinds.v1.Thing.LabelsEntry")
				.setLabel(Label.LABEL_REPEATED))
			.addNestedType(DescriptorProto.newBuilder()
				.setName("LabelsEntry")
				.addField(field("key", 1, Type.TYPE_STRING))
				.addField(field("value", 2, Type.TYPE_STRING))
				.setOptions(MessageOptions.newBuilder().setMapEntry(true))))
		.build();

	private static final FileDescriptorProto SERVICES = FileDescriptorProto.newBuilder()
		.setName("kinds/v1/service.proto")
		.setPackage("kinds.v1")
		.setSyntax("proto3")
		.addDependency("kinds/v1/messages.proto")
		.addService(ServiceDescriptorProto.newBuilder()
			.setName("Kinds")
			.addMethod(method("Unary", false, false))
			.addMethod(method("Collect", true, false))
			.addMethod(method("Spread", false, true))
			.addMethod(method("Linger", false, true))
			.addMethod(method("Echo", true, true)))
		.build();

	public static final FileDescriptor FILE = build();

	public static final Descriptor THING = FILE.getDependencies().getFirst().findMessageTypeByName("Thing");

	private KindsProto() {
	}

	private static FieldDescriptorProto.Builder field(String name, int number, Type type) {
		return FieldDescriptorProto.newBuilder()
			.setName(name)
			.setNumber(number)
			.setType(type)
			.setLabel(Label.LABEL_OPTIONAL);
	}

	private static MethodDescriptorProto method(String name, boolean clientStreaming, boolean serverStreaming) {
		return MethodDescriptorProto.newBuilder()
			.setName(name)
			.setInputType(".kinds.v1.Thing")
			.setOutputType(".kinds.v1.Thing")
			.setClientStreaming(clientStreaming)
			.setServerStreaming(serverStreaming)
			.build();
	}

	private static FileDescriptor build() {
		try {
			FileDescriptor messages = FileDescriptor.buildFrom(MESSAGES,
					new FileDescriptor[] { TimestampProto.getDescriptor(), WrappersProto.getDescriptor() });
			return FileDescriptor.buildFrom(SERVICES, new FileDescriptor[] { messages });
		}
		catch (DescriptorValidationException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** The files as protoc would write them, but in no helpful order. */
	public static FileDescriptorSet set() {
		return FileDescriptorSet.newBuilder()
			.addAllFile(List.of(SERVICES, WrappersProto.getDescriptor().toProto(), MESSAGES,
					TimestampProto.getDescriptor().toProto()))
			.build();
	}

}
