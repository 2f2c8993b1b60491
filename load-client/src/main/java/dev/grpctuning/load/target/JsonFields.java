package dev.grpctuning.load.target;

import java.util.Optional;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;

/**
 * Fields of messages by their names in JSON.
 */
final class JsonFields {

	private JsonFields() {
	}

	/**
	 * Finds a field by its name in JSON or its own, as Protocol Buffers do.
	 */
	static Optional<FieldDescriptor> find(Descriptor type, String name) {
		return type.getFields()
			.stream()
			.filter((field) -> field.getJsonName().equals(name) || field.getName().equals(name))
			.findFirst();
	}

}
