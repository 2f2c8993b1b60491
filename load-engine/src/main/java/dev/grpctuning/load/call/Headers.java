package dev.grpctuning.load.call;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;

import dev.grpctuning.load.call.template.Template;

/**
 * The metadata of calls, whose values may have placeholders. Calls are numbered from 0.
 * May be used by many threads.
 */
public final class Headers {

	private final Map<String, Template> templates = new LinkedHashMap<>();

	private final boolean constant;

	/**
	 * Creates metadata by its lower-case ASCII keys.
	 * @throws IllegalArgumentException if there is no such placeholder
	 */
	public Headers(Map<String, String> texts) {
		texts.forEach((key, text) -> this.templates.put(key, Template.of(text)));
		this.constant = this.templates.values().stream().allMatch(Template::constant);
	}

	public boolean isEmpty() {
		return this.templates.isEmpty();
	}

	/** Whether all calls carry the same metadata, so that it can be prepared once. */
	public boolean constant() {
		return this.constant;
	}

	public void forEachFixed(BiConsumer<String, String> entry) {
		this.templates.forEach((key, template) -> {
			if (template.constant()) {
				entry.accept(key, template.text(0, 0));
			}
		});
	}

	public void forEachVarying(long call, BiConsumer<String, String> entry) {
		this.templates.forEach((key, template) -> {
			if (!template.constant()) {
				entry.accept(key, template.text(call, 0));
			}
		});
	}

	public void forEach(long call, BiConsumer<String, String> entry) {
		this.templates.forEach((key, template) -> entry.accept(key, template.text(call, 0)));
	}

}
