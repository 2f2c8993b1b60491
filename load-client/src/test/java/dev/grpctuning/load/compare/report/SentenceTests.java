package dev.grpctuning.load.compare.report;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link Sentence}. */
class SentenceTests {

	@Test
	void whenItNamesVariantsThenTheyAreCodeAndMarkupIsText() {
		Sentence sentence = new Sentence("`<b>_a_` serves 5 % more < `b`.");
		assertThat(sentence.html()).isEqualTo("<code>&lt;b&gt;_a_</code> serves 5 % more &lt; <code>b</code>.");
		assertThat(sentence.markdown()).isEqualTo("`<b>_a_` serves 5 % more \\< `b`.");
		assertThat(new Sentence("a_b").markdown()).isEqualTo("a\\_b");
	}

}
