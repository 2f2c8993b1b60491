package dev.grpctuning.load.call;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.grpctuning.load.call.template.Template;

/**
 * The metadata of calls, whose values may have placeholders. Calls are numbered from 0.
 * May be used by many threads.
 */
public final class Headers {

	private final List<Header> fixed = new ArrayList<>();

	private final List<Header> varying = new ArrayList<>();

	/**
	 * Creates metadata by its lower-case keys. Each line of a text is a value.
	 * @throws IllegalArgumentException if a key or a value would not arrive as given, or
	 * if there is no such placeholder
	 */
	public Headers(Map<String, String> texts) {
		texts.forEach((key, text) -> {
			List<String> values = values(text);
			String reason = MetadataRules.refusal(key, values);
			if (reason != null) {
				throw new IllegalArgumentException("\"%s\": %s".formatted(key, reason));
			}
			List<Header> headers = values.stream().map((value) -> new Header(key, Template.of(value))).toList();
			// The values of a key keep their order.
			boolean constant = headers.stream().allMatch((header) -> header.value.constant());
			(constant ? this.fixed : this.varying).addAll(headers);
		});
	}

	/** The values of a key, which are the lines of a text. */
	public static List<String> values(String text) {
		return text.isEmpty() ? List.of("") : text.lines().toList();
	}

	/** The text with these values. */
	public static String text(List<String> values) {
		return (values.size() == 1) ? values.getFirst()
				: values.stream().map((value) -> value + "\n").collect(Collectors.joining());
	}

	public boolean isEmpty() {
		return this.fixed.isEmpty() && constant();
	}

	/** Whether all calls carry the same metadata, so that it can be prepared once. */
	public boolean constant() {
		return this.varying.isEmpty();
	}

	public void forEachFixed(BiConsumer<String, String> entry) {
		this.fixed.forEach((header) -> entry.accept(header.key, header.value.text(0, 0)));
	}

	public void forEachVarying(long call, BiConsumer<String, String> entry) {
		this.varying.forEach((header) -> entry.accept(header.key, header.value.text(call, 0)));
	}

	public void forEach(long call, BiConsumer<String, String> entry) {
		Stream.of(this.fixed, this.varying)
			.flatMap(List::stream)
			.forEach((header) -> entry.accept(header.key, header.value.text(call, 0)));
	}

	private record Header(String key, Template value) {
	}

}
