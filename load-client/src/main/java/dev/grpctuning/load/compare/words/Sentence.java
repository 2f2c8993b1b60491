package dev.grpctuning.load.compare.words;

import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import com.samskivert.mustache.Escapers;

import dev.grpctuning.load.template.Templates;

/** A sentence with names between back quotes. */
public record Sentence(String text) {

	private static final Pattern NAME = Pattern.compile("`([^`]*)`");

	public String html() {
		return NAME.matcher(Escapers.HTML.escape(this.text).replace("&#x60;", "`")).replaceAll("<code>$1</code>");
	}

	/** Code is shown as it is, all else is escaped. */
	public String markdown() {
		StringBuilder markdown = new StringBuilder();
		int end = 0;
		for (MatchResult name : NAME.matcher(this.text).results().toList()) {
			markdown.append(Templates.escape(this.text.substring(end, name.start()))).append(name.group());
			end = name.end();
		}
		return markdown.append(Templates.escape(this.text.substring(end))).toString();
	}

	@Override
	public String toString() {
		return this.text;
	}

}
