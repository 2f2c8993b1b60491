package dev.grpctuning.observe;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link PeerText}. */
class PeerTextTests {

	@ParameterizedTest
	@ValueSource(strings = { "", "no such order", "Größe: 5 µs → 6 µs", "שלום", "🙂" })
	void whenTextIsPlainThenItStays(String text) {
		assertThat(PeerText.clean(text)).isEqualTo(text);
	}

	@Test
	void whenTextControlsATerminalThenTheControlsAreRemoved() {
		assertThat(PeerText.clean("\u001b[2Ja\u0000b\u007fc\u009b31md\b")).isEqualTo("[2Jabc31md");
	}

	@Test
	void whenTextChangesItsDirectionThenThatIsRemoved() {
		assertThat(PeerText.clean("a\u202ab\u202b\u202c\u202d\u202ec\u2066\u2067\u2068\u2069d\u200e\u200f\u061ce"))
			.isEqualTo("abcde");
	}

	@Test
	void whenTextHasBreaksThenEachIsASpace() {
		assertThat(PeerText.clean("a\r\nb\tc\u2028d\u2029e\u0085f\u000bg")).isEqualTo("a b c d e f g");
	}

	@Test
	void whenTextIsLongThenItIsCutOnce() {
		assertThat(PeerText.clean("x".repeat(500))).hasSize(500);
		String cut = PeerText.clean("x".repeat(501));
		assertThat(cut).isEqualTo("x".repeat(500) + "…");
		assertThat(PeerText.clean(cut)).isEqualTo(cut);
	}

	@Test
	void whenTheCutIsInsideOfACharacterThenItIsBeforeIt() {
		assertThat(PeerText.clean("x".repeat(499) + "🙂🙂")).isEqualTo("x".repeat(499) + "…");
	}

}
