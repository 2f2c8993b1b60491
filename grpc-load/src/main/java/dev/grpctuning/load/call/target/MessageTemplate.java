package dev.grpctuning.load.call.target;

import java.util.List;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;

import dev.grpctuning.load.call.template.Template.FieldValue;

/** A message of which some fields are filled in for each call. */
record MessageTemplate(Message base, List<Value> values, List<Part> parts) {

	MessageTemplate {
		values = List.copyOf(values);
		parts = List.copyOf(parts);
	}

	boolean constant() {
		return this.values.isEmpty() && this.parts.isEmpty();
	}

	Message message(long call, int index) {
		Message.Builder builder = this.base.toBuilder();
		this.values.forEach((value) -> value.place().set(builder, value.value().value(call, index)));
		this.parts.forEach((part) -> part.place().set(builder, part.template().message(call, index)));
		return builder.build();
	}

	/** A field, or one element of it unless the index is -1. */
	record Place(FieldDescriptor field, int element) {

		void set(Message.Builder builder, Object value) {
			if (this.element < 0) {
				builder.setField(this.field, value);
			}
			else {
				builder.setRepeatedField(this.field, this.element, value);
			}
		}

		Object value(Message in) {
			return (this.element < 0) ? in.getField(this.field) : in.getRepeatedField(this.field, this.element);
		}

		Message message(Message in) {
			return (Message) value(in);
		}

	}

	record Value(Place place, FieldValue value) {
	}

	record Part(Place place, MessageTemplate template) {
	}

}
