package dev.grpctuning.load.call.target;

import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.google.common.base.Throwables;
import com.google.gson.JsonElement;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.TypeRegistry;
import com.google.protobuf.UninitializedMessageException;
import com.google.protobuf.util.JsonFormat;

import dev.grpctuning.load.call.CallTarget.Requests.Source;
import dev.grpctuning.load.call.InvalidCallException;

/** Makes messages from JSON with placeholders, with the types of {@code Any}. */
record JsonMessages<M extends Message>(M type, TypeRegistry types) {

	JsonMessages(M type) {
		this(type, ProtoFiles.types(List.of(type.getDescriptorForType().getFile())));
	}

	/** Reads one message, or an array of several. */
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
		catch (InvalidProtocolBufferException | RuntimeException ex) {
			throw new InvalidCallException("load.request: %s (message %s)".formatted(reason(ex),
					this.type.getDescriptorForType().getFullName()), ex);
		}
	}

	private static String reason(Exception failure) {
		return (Throwables.getRootCause(failure) instanceof UninitializedMessageException missing)
				? "required but missing: " + ProtoFiles.list(missing.getMissingFields().stream())
				: String.valueOf(failure.getMessage()).replaceAll("\\s+", " ");
	}

	@SuppressWarnings("unchecked")
	private M cast(Message message) {
		return (M) message;
	}

	private static final class JsonText {

		private static final Pattern PLACE = Pattern.compile("line \\d+ column \\d+");

		/**
		 * A quoted text, or a placeholder outside of quotes, where JSON allows no braces.
		 */
		private static final Pattern BARE = Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*+\"|\\{\\{[^{}\"]*+}}",
				Pattern.DOTALL);

		private JsonText() {
		}

		static List<JsonElement> messages(String text, Descriptor type) {
			JsonElement whole = parse(text);
			List<JsonElement> elements = whole.isJsonArray() ? whole.getAsJsonArray().asList() : List.of(whole);
			boolean values = WellKnown.isNeverObject(type) || WellKnown.isValue(type);
			if (elements.isEmpty() || !(values || elements.stream().allMatch(JsonElement::isJsonObject))) {
				String form = values ? "value" : "object";
				throw new InvalidCallException(
						"load.request: must be a JSON %s for one message, or an array of %ss for several"
							.formatted(form, form));
			}
			if (!WellKnown.isValue(type) && elements.stream().anyMatch(JsonElement::isJsonNull)) {
				throw new InvalidCallException("load.request: null is not a " + type.getFullName());
			}
			return elements;
		}

		/** Quotes placeholders in the place of numbers: {"id": {{seq}}} becomes JSON. */
		private static String quoted(String text) {
			return BARE.matcher(text).replaceAll((found) -> {
				String token = found.group();
				return Matcher.quoteReplacement(token.startsWith("{{") ? '"' + token + '"' : token);
			});
		}

		private static JsonElement parse(String text) {
			JsonReader reader = new JsonReader(new StringReader(quoted(text)));
			reader.setStrictness(Strictness.STRICT);
			try {
				JsonElement whole = JsonParser.parseReader(reader);
				if (reader.peek() != JsonToken.END_DOCUMENT) {
					throw new JsonParseException("something follows");
				}
				return whole;
			}
			catch (IOException | JsonParseException ex) {
				Matcher place = PLACE.matcher(String.valueOf(ex.getMessage()));
				throw new InvalidCallException(
						"load.request: is not JSON" + (place.find() ? " at " + place.group() : "")
								+ "; write it as {\"field\": \"value\"}, or name a file as @FILE",
						ex);
			}
		}

	}

}
