package dev.grpctuning.load.compare.report;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Point}.
 */
class PointTests {

	@ParameterizedTest
	@CsvSource(textBlock = """
			0,             , '[0,null]'
			1.000293,     0, '[1.00029,0]'
			123456.789,   5, '[123457,5]'
			2, 1234567.8901, '[2,1234570]'
			2,  0.012345678, '[2,0.0123457]'
			2,      12.3456, '[2,12.3456]'
			-0.5, 4, '[-0.5,4]'
			""")
	void whenWrittenThenItHasAsManyDigitsAsCanBeSeen(double x, Double y, String json) {
		assertThat(new Point(x, y).json()).hasToString(json);
	}

}
