package dev.grpctuning.load.call.target;

import java.util.List;

import com.google.gson.JsonElement;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.TypeRegistry;
import com.google.protobuf.UninitializedMessageException;
import com.google.protobuf.util.JsonFormat;

import dev.grpctuning.load.call.InvalidCallException;
import dev.grpctuning.load.call.Requests.Source;

/**
 * Makes messages of one type from JSON with placeholders.
 *
 * @param types what a {@code google.protobuf.Any} may hold
 */
record JsonMessages<M extends Message>(M type, TypeRegistry types) {

	JsonMessages(M type) {
		this(type, ProtoFiles.types(List.of(type.getDescriptorForType().getFile())));
	}

	/** Reads one message, or an array of several; a refusal names the field. */
	public List<Source<M>> read(String text) {
		return JsonText.messages(text, this.type.getDescriptorForType()).stream().map(this::source).toList();
	}

	private Source<M> source(JsonElement json) {
		MessageTemplate template = JsonTemplate.of(json, message(JsonTemplate.example(json)));
		return template.constant() ? Source.same(cast(template.base()))
				: new Source<>(false, (call, index) -> cast(template.message(call, index)));
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
