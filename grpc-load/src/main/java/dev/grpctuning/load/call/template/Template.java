package dev.grpctuning.load.call.template;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;

/**
 * Text with placeholders in double braces, such as <code>order-{{seq}}</code>. Four
 * braces stand for two.
 */
public final class Template {

	private static final String OPEN = "{{";

	private static final String CLOSE = "}}";

	private static final Pattern PAYLOAD = Pattern.compile("bytes (\\d{1,8})");

	/** Above the default limit of servers for a message. */
	private static final int MOST_PAYLOAD_BYTES = 16 * 1024 * 1024;

	private static final String UNKNOWN = " is not a placeholder; use {{seq}}, {{message}}, {{random}}, {{random 1 6}}, {{uuid}}, {{time}}, {{time s}} with s, ms, us or ns, or {{bytes 1024}} for a payload; four braces stand for two";

	/** Texts between the placeholders, one more than these. */
	private final List<String> texts = new ArrayList<>();

	private final List<Placeholder> placeholders = new ArrayList<>();

	private Template() {
	}

	/** Reads a template. The message of a refusal lists the placeholders. */
	public static Template of(String text) {
		Template template = new Template();
		StringBuilder literal = new StringBuilder();
		int from = 0;
		for (int open = text.indexOf(OPEN); open >= 0; open = text.indexOf(OPEN, from)) {
			literal.append(text, from, open);
			if (text.startsWith(OPEN + OPEN, open)) {
				literal.append(OPEN);
				from = open + 2 * OPEN.length();
				continue;
			}
			int close = text.indexOf(CLOSE, open);
			Optional<String> payload = (close >= 0) ? payload(name(text, open, close)) : Optional.empty();
			if (payload.isPresent()) {
				literal.append(payload.get());
			}
			else {
				template.placeholders.add(placeholder(text, open, close));
				template.texts.add(literal.toString());
				literal.setLength(0);
			}
			from = close + CLOSE.length();
		}
		template.texts.add(literal.append(text.substring(from)).toString());
		return template;
	}

	private static Placeholder placeholder(String text, int open, int close) {
		String given = (close >= 0) ? text.substring(open, close + CLOSE.length()) : text.substring(open);
		Optional<Placeholder> placeholder = (close >= 0) ? Placeholder.read(name(text, open, close)) : Optional.empty();
		return placeholder.orElseThrow(() -> new IllegalArgumentException(given + UNKNOWN));
	}

	/** Random bytes in Base64, the same each time, which do not compress. */
	private static Optional<String> payload(String name) {
		Matcher form = PAYLOAD.matcher(name);
		if (!form.matches() || Integer.parseInt(form.group(1)) > MOST_PAYLOAD_BYTES) {
			return Optional.empty();
		}
		byte[] bytes = new byte[Integer.parseInt(form.group(1))];
		new Random(1).nextBytes(bytes);
		return Optional.of(Base64.getEncoder().encodeToString(bytes));
	}

	private static String name(String text, int open, int close) {
		return text.substring(open + OPEN.length(), close).strip();
	}

	public boolean constant() {
		return this.placeholders.isEmpty();
	}

	/** Makes the text for a call and one of its messages, by their numbers from 0. */
	public String text(long call, int message) {
		if (constant()) {
			return this.texts.getFirst();
		}
		StringBuilder text = new StringBuilder();
		for (int i = 0; i < this.placeholders.size(); i++) {
			text.append(this.texts.get(i)).append(this.placeholders.get(i).text(call, message));
		}
		return text.append(this.texts.getLast()).toString();
	}

	/** The placeholder, if the template is a single number. */
	public Optional<Placeholder.Number> number() {
		return whole(Placeholder.Number.class);
	}

	Optional<Placeholder.IsoTime> time() {
		return whole(Placeholder.IsoTime.class);
	}

	private <P extends Placeholder> Optional<P> whole(Class<P> type) {
		boolean alone = this.placeholders.size() == 1 && this.texts.stream().allMatch(String::isEmpty);
		return alone ? Optional.of(this.placeholders.getFirst()).filter(type::isInstance).map(type::cast)
				: Optional.empty();
	}

	/** Makes the value of a message field from its template. */
	@FunctionalInterface
	public interface FieldValue {

		Object value(long call, int message);

		/** How to fill in a field that has an example, if the template fits it. */
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

		/** Numbers that are too large start again at 0. */
		private static int toInt(long value) {
			return (value == (int) value) ? (int) value : (int) (value & Integer.MAX_VALUE);
		}

		/** Only the current time is a time in every call. */
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

}
