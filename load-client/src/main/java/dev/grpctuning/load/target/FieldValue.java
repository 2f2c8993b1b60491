package dev.grpctuning.load.target;

import java.time.Instant;
import java.util.Optional;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;

/**
 * Makes the value of a field from its template.
 */
@FunctionalInterface
interface FieldValue {

	/**
	 * Makes the value as Protocol Buffers' reflection takes it.
	 */
	Object value(long call, int message);

	/**
	 * How a field is filled in.
	 * @param field a field, or one of its elements
	 * @param template its text
	 * @param example a value of the field
	 * @return how, or nothing if such a field cannot be filled in by this template
	 */
	static Optional<FieldValue> of(FieldDescriptor field, Template template, Object example) {
		Optional<Placeholder.Number> number = template.number();
		return switch (field.getJavaType()) {
			case STRING -> Optional.of(template::text);
			case LONG -> number.map((value) -> value::number);
			case INT -> number.map((value) -> (call, message) -> toInt(value.number(call, message)));
			case DOUBLE -> number.map((value) -> (call, message) -> (double) value.number(call, message));
			case FLOAT -> number.map((value) -> (call, message) -> (float) value.number(call, message));
			case MESSAGE -> timestamp((Message) example, template);
			case BOOLEAN, BYTE_STRING, ENUM -> Optional.empty();
		};
	}

	/**
	 * Numbers that have become too large begin anew at 0.
	 */
	private static int toInt(long value) {
		return (value == (int) value) ? (int) value : (int) (value & Integer.MAX_VALUE);
	}

	/**
	 * Another text than that of the time now could be no time in some call.
	 */
	private static Optional<FieldValue> timestamp(Message example, Template template) {
		Descriptor type = example.getDescriptorForType();
		if (!type.getFullName().equals("google.protobuf.Timestamp")) {
			return Optional.empty();
		}
		FieldDescriptor seconds = type.findFieldByName("seconds");
		FieldDescriptor nanos = type.findFieldByName("nanos");
		return template.time().map((placeholder) -> (call, message) -> {
			Instant time = placeholder.clock().instant();
			return example.newBuilderForType()
				.setField(seconds, time.getEpochSecond())
				.setField(nanos, time.getNano())
				.build();
		});
	}

}
