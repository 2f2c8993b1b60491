package dev.grpctuning.load.target;

import java.util.List;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;

/**
 * A message of which some fields are filled in anew each time; all others are there
 * already.
 *
 * @param base the message with examples in these fields
 * @param values fields to fill in
 * @param parts messages in this one that have such fields
 */
record MessageTemplate(Message base, List<Value> values, List<Part> parts) {

	MessageTemplate {
		values = List.copyOf(values);
		parts = List.copyOf(parts);
	}

	boolean constant() {
		return this.values.isEmpty() && this.parts.isEmpty();
	}

	/**
	 * Makes the message for a place in a run.
	 */
	Message message(long call, int index) {
		Message.Builder builder = this.base.toBuilder();
		this.values.forEach((value) -> value.place().set(builder, value.value().value(call, index)));
		this.parts.forEach((part) -> part.place().set(builder, part.template().message(call, index)));
		return builder.build();
	}

	/**
	 * Where a value stands in its message.
	 *
	 * @param field the field
	 * @param element which element of a repeated field, or -1
	 */
	record Place(FieldDescriptor field, int element) {

		void set(Message.Builder builder, Object value) {
			if (this.element < 0) {
				builder.setField(this.field, value);
			}
			else {
				builder.setRepeatedField(this.field, this.element, value);
			}
		}

		Message message(Message in) {
			return (Message) ((this.element < 0) ? in.getField(this.field)
					: in.getRepeatedField(this.field, this.element));
		}

	}

	/**
	 * A field to fill in.
	 *
	 * @param place where it is
	 * @param value makes what is filled in
	 */
	record Value(Place place, FieldValue value) {
	}

	/**
	 * A message with fields to fill in.
	 *
	 * @param place where it is
	 * @param template the message
	 */
	record Part(Place place, MessageTemplate template) {
	}

}
