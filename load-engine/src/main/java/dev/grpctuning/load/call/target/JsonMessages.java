package dev.grpctuning.load.target;

import java.util.List;

import com.google.gson.JsonElement;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.TypeRegistry;
import com.google.protobuf.UninitializedMessageException;
import com.google.protobuf.util.JsonFormat;

/**
 * Makes messages of one type from Protocol Buffers' JSON mapping, in which placeholders
 * may stand.
 *
 * @param <M> the type
 * @param type a message of the type
 * @param types what a {@code google.protobuf.Any} in it may hold
 */
record JsonMessages<M extends Message>(M type, TypeRegistry types) {

	/**
	 * Makes messages in which an {@code Any} may hold what the file of the type knows.
	 */
	JsonMessages(M type) {
		this(type, KnownTypes.of(List.of(type.getDescriptorForType().getFile())));
	}

	/**
	 * Makes messages.
	 * @param text an object, or a value where the type has another form in JSON, for one
	 * message, an array of these for several
	 * @throws InvalidCallException if the text is something else or does not fit the
	 * type, with the field
	 */
	List<MessageSource<M>> read(String text) {
		return JsonText.messages(text, this.type.getDescriptorForType()).stream().map(this::source).toList();
	}

	private MessageSource<M> source(JsonElement json) {
		MessageTemplate template = JsonTemplate.of(json, message(JsonTemplate.example(json)));
		if (template.constant()) {
			return MessageSource.same(cast(template.base()));
		}
		return new MessageSource<>() {

			@Override
			public boolean constant() {
				return false;
			}

			@Override
			public M message(long call, int index) {
				return cast(template.message(call, index));
			}

		};
	}

	private Message message(JsonElement json) {
		try {
			Message.Builder message = this.type.newBuilderForType();
			JsonFormat.parser().usingTypeRegistry(this.types).merge(json.toString(), message);
			return message.build();
		}
		catch (InvalidProtocolBufferException | UninitializedMessageException ex) {
			throw new InvalidCallException("load.request: " + new JsonFault(this.types).of(json, this.type), ex);
		}
	}

	@SuppressWarnings("unchecked")
	private M cast(Message message) {
		return (M) message;
	}

}
