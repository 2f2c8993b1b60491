package dev.grpctuning.load.target;

import java.util.List;

import com.google.gson.JsonObject;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;

/**
 * Makes messages of one type from Protocol Buffers' JSON mapping.
 *
 * @param <M> the type
 * @param type a message of the type
 */
record JsonMessages<M extends Message>(M type) {

	/**
	 * Makes messages.
	 * @param text an object for one message, an array of objects for several
	 * @throws InvalidCallException if the text is something else or does not fit the
	 * type, with the field
	 */
	List<MessageSource<M>> read(String text) {
		return JsonText.messages(text).stream().map((json) -> MessageSource.same(message(json))).toList();
	}

	@SuppressWarnings("unchecked")
	private M message(JsonObject json) {
		try {
			Message.Builder message = this.type.newBuilderForType();
			JsonFormat.parser().merge(json.toString(), message);
			return (M) message.build();
		}
		catch (InvalidProtocolBufferException ex) {
			throw new InvalidCallException("load.request: " + JsonFault.of(json, this.type), ex);
		}
	}

}
