package dev.grpctuning.load.compare.profile;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.grpctuning.load.compare.profile.MethodChanges.SelfTimes;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link SelfTimes}. */
class SelfTimesTests {

	@ParameterizedTest
	@CsvSource({ "a.B$$Lambda/0x00007f1c2c0a4000.apply, a.B$$Lambda.apply",
			"a.B$$Lambda.0x00007f1c2c0a4000.apply, a.B$$Lambda.apply", "a.B$$Lambda+0x1f/12.run, a.B$$Lambda.run",
			"a.Hidden/0x0000000800c03000.call, a.Hidden.call", "a.$Proxy61.get, a.$Proxy.get",
			"a.B$$SpringCGLIB$$0.get, a.B$$SpringCGLIB$$.get", "a.B$C.lambda$d$0, a.B$C.lambda$d$0",
			"a.B2.get, a.B2.get" })
	void whenANameIsGeneratedThenItIsTheSameInEachJvm(String name, String stable) {
		assertThat(SelfTimes.stable(name)).isEqualTo(stable);
	}

}
