package dev.grpctuning.charts;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ChartFilesTests {

	@Test
	void importMapContainsEveryModuleWithImportsThatItResolves() {
		List<String> modules = Pattern.compile("\"([^\"]+)\":\"data:text/javascript;base64,([^\"]+)\"")
			.matcher(ChartFiles.importMap())
			.results()
			.map((module) -> module.group(1) + "\n"
					+ new String(Base64.getDecoder().decode(module.group(2)), StandardCharsets.UTF_8))
			.toList();

		assertThat(modules).hasSameSizeAs(ChartFiles.MODULES);
		assertThat(modules).allSatisfy((module) -> assertThat(Pattern.compile("import [^;]* from '([^']+)';")
			.matcher(module)
			.results()
			.map((MatchResult imported) -> imported.group(1))).isSubsetOf(ChartFiles.MODULES));
		assertThat(modules).anySatisfy((module) -> assertThat(module).contains("from 'figures.js'"));
	}

	@Test
	void libraryIsECharts() {
		assertThat(ChartFiles.library()).contains("echarts");
	}

	@Test
	void styleHasBothColourSchemes() {
		assertThat(ChartFiles.text(ChartFiles.STYLE)).contains("--page", "prefers-color-scheme: dark");
	}

}
