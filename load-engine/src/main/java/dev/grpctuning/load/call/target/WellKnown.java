package dev.grpctuning.load.target;

import java.util.Set;

import com.google.protobuf.Descriptors.Descriptor;

/**
 * Types of Protocol Buffers' own whose JSON is not an object of their fields.
 */
final class WellKnown {

	private static final String PACKAGE = "google.protobuf.";

	private static final Set<String> WRAPPERS = Set.of("BoolValue", "BytesValue", "DoubleValue", "FloatValue",
			"Int32Value", "Int64Value", "StringValue", "UInt32Value", "UInt64Value");

	/**
	 * What stands in JSON as something else than an object, as wrappers do.
	 */
	private static final Set<String> VALUES = Set.of("Duration", "FieldMask", "ListValue", "Timestamp");

	private WellKnown() {
	}

	/**
	 * Whether the type has a form of its own in JSON.
	 */
	static boolean is(Descriptor type) {
		return isAny(type) || is(type, "Struct") || isValue(type) || isNeverObject(type);
	}

	static boolean isAny(Descriptor type) {
		return is(type, "Any");
	}

	/**
	 * Whether it is any JSON, {@code null} included.
	 */
	static boolean isValue(Descriptor type) {
		return is(type, "Value");
	}

	/**
	 * Whether it stands in JSON as its only value.
	 */
	static boolean isWrapper(Descriptor type) {
		return isOneOf(type, WRAPPERS);
	}

	/**
	 * Whether it is a value or a list in JSON.
	 */
	static boolean isNeverObject(Descriptor type) {
		return isWrapper(type) || isOneOf(type, VALUES);
	}

	private static boolean is(Descriptor type, String name) {
		return type.getFullName().equals(PACKAGE + name);
	}

	private static boolean isOneOf(Descriptor type, Set<String> names) {
		return names.stream().anyMatch((name) -> is(type, name));
	}

}
