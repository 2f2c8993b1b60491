package dev.grpctuning.load.target;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Text with placeholders in double braces, such as <code>order-{{seq}}</code>, taken
 * apart once. Four braces stand for two.
 */
public final class Template {

	private static final String OPEN = "{{";

	private static final String CLOSE = "}}";

	private static final String UNKNOWN = " is no placeholder; use {{seq}}, {{message}}, {{random}}, {{random 1 6}}, {{uuid}}, {{time}}, {{time s}} with s, ms, us or ns, or {{bytes 1024}} for a payload; four braces stand for two";

	/**
	 * Texts and placeholders in turn, beginning and ending with a text.
	 */
	private final List<String> texts = new ArrayList<>();

	private final List<Placeholder> placeholders = new ArrayList<>();

	private Template() {
	}

	/**
	 * Reads a template.
	 * @param text the text
	 * @return the template
	 * @throws IllegalArgumentException if there is no such placeholder; the message names
	 * those that there are
	 */
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
			Optional<String> payload = (close >= 0) ? Payload.read(name(text, open, close)) : Optional.empty();
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

	private static String name(String text, int open, int close) {
		return text.substring(open + OPEN.length(), close).strip();
	}

	/**
	 * Whether the text is always the same.
	 * @return whether it has no placeholder
	 */
	public boolean constant() {
		return this.placeholders.isEmpty();
	}

	/**
	 * The text for a place in a run.
	 * @param call number of the call, from 0
	 * @param message place of the message in its call, from 0
	 * @return the text with its placeholders filled in
	 */
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

	/**
	 * The one number that the whole text is.
	 * @return the number's placeholder, if there is nothing beside it
	 */
	Optional<Placeholder.Number> number() {
		return whole(Placeholder.Number.class);
	}

	/**
	 * The one time that the whole text is.
	 * @return the time's placeholder, if there is nothing beside it
	 */
	Optional<Placeholder.IsoTime> time() {
		return whole(Placeholder.IsoTime.class);
	}

	private <P extends Placeholder> Optional<P> whole(Class<P> type) {
		boolean alone = this.placeholders.size() == 1 && this.texts.stream().allMatch(String::isEmpty);
		return alone ? Optional.of(this.placeholders.getFirst()).filter(type::isInstance).map(type::cast)
				: Optional.empty();
	}

}
