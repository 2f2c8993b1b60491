package dev.grpctuning.load.compare.report;

import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.samskivert.mustache.Escapers;

import dev.grpctuning.load.template.Templates;

/** A sentence with names between back quotes. */
record Sentence(String text) {

	private static final Pattern NAME = Pattern.compile("`([^`]*)`");

	String html() {
		return NAME.matcher(Escapers.HTML.escape(this.text).replace("&#x60;", "`")).replaceAll("<code>$1</code>");
	}

	/** Code is shown as it is, all else is escaped. */
	String markdown() {
		return Stream.of(NAME.splitWithDelimiters(this.text, 0))
			.map((part) -> NAME.matcher(part).matches() ? part : Templates.escape(part))
			.collect(Collectors.joining());
	}

	@Override
	public String toString() {
		return this.text;
	}

}
