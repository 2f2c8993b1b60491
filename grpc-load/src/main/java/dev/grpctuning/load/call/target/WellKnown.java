package dev.grpctuning.load.call.target;

import java.util.Optional;
import java.util.Set;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;

/** Protocol Buffers' own types whose JSON is not an object of their fields. */
final class WellKnown {

	private static final Set<String> WRAPPERS = Set.of("BoolValue", "BytesValue", "DoubleValue", "FloatValue",
			"Int32Value", "Int64Value", "StringValue", "UInt32Value", "UInt64Value");

	private static final Set<String> VALUES = Set.of("Duration", "FieldMask", "ListValue", "Timestamp");

	private WellKnown() {
	}

	static boolean is(Descriptor type) {
		return isAny(type) || is(type, "Struct") || isValue(type) || isNeverObject(type);
	}

	static boolean isAny(Descriptor type) {
		return is(type, "Any");
	}

	static boolean isValue(Descriptor type) {
		return is(type, "Value");
	}

	static boolean isWrapper(Descriptor type) {
		return isOneOf(type, WRAPPERS);
	}

	static boolean isNeverObject(Descriptor type) {
		return isWrapper(type) || isOneOf(type, VALUES);
	}

	private static boolean is(Descriptor type, String name) {
		return type.getFullName().equals("google.protobuf." + name);
	}

	private static boolean isOneOf(Descriptor type, Set<String> names) {
		return names.stream().anyMatch((name) -> is(type, name));
	}

	static Optional<FieldDescriptor> field(Descriptor type, String name) {
		return type.getFields()
			.stream()
			.filter((field) -> field.getJsonName().equals(name) || field.getName().equals(name))
			.findFirst();
	}

}
