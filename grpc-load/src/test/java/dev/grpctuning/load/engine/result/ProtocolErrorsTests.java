package dev.grpctuning.load.engine.result;

import org.junit.jupiter.api.Test;

import dev.grpctuning.load.engine.result.LoadResult.ProtocolErrors;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link ProtocolErrors}. */
class ProtocolErrorsTests {

	@Test
	void whenAServerSendsControlCharactersThenTheFirstErrorHasNone() {
		assertThat(ProtocolErrors.NONE.plus(new ProtocolErrors(1, "GOAWAY with \u001b[2J\u202eno\nway")).first())
			.isEqualTo("GOAWAY with [2Jno way");
	}

}
