package dev.grpctuning.load.target;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * The metadata of calls.
 */
public final class Headers {

	/**
	 * No metadata.
	 */
	public static final Headers NONE = new Headers(Map.of());

	private final Map<String, Template> templates = new LinkedHashMap<>();

	private final boolean constant;

	/**
	 * Creates metadata.
	 * @param texts values, which may have placeholders, by lower-case ASCII key
	 * @throws IllegalArgumentException if there is no such placeholder
	 */
	public Headers(Map<String, String> texts) {
		texts.forEach((key, text) -> this.templates.put(key, Template.of(text)));
		this.constant = this.templates.values().stream().allMatch(Template::constant);
	}

	/**
	 * Whether calls carry any.
	 * @return whether there is nothing
	 */
	public boolean isEmpty() {
		return this.templates.isEmpty();
	}

	/**
	 * Whether every call carries the same, so that it can be prepared once.
	 * @return whether there is no placeholder
	 */
	public boolean constant() {
		return this.constant;
	}

	/**
	 * Tells the metadata that every call carries.
	 * @param entry told each key and its value
	 */
	public void forEachFixed(BiConsumer<String, String> entry) {
		this.templates.forEach((key, template) -> {
			if (template.constant()) {
				entry.accept(key, template.text(0, 0));
			}
		});
	}

	/**
	 * Tells the metadata of a call that is another for each. May be called from any
	 * thread.
	 * @param call number of the call in the run, from 0
	 * @param entry told each key and its value
	 */
	public void forEachVarying(long call, BiConsumer<String, String> entry) {
		this.templates.forEach((key, template) -> {
			if (!template.constant()) {
				entry.accept(key, template.text(call, 0));
			}
		});
	}

	/**
	 * Tells the metadata of a call. May be called from any thread.
	 * @param call number of the call in the run, from 0; any if the metadata is
	 * {@linkplain #constant() constant}
	 * @param entry told each key and its value
	 */
	public void forEach(long call, BiConsumer<String, String> entry) {
		this.templates.forEach((key, template) -> entry.accept(key, template.text(call, 0)));
	}

}
