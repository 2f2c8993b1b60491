package dev.grpctuning.load.report.html;

import java.util.List;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.report.ExperimentDocument;
import dev.grpctuning.load.report.ExperimentDocument.Variant;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ChartData}.
 */
class ChartDataTests {

	@Test
	void whenNameIsMarkupThenItDoesNotEndTheScriptAndIsReadBackWhole() {
		String json = ChartData.of(Experiments.awkward()).json();
		assertThat(json).doesNotContain("<", ">", "&", "'");
		assertThat(variants(json).get(1).get("name").getAsString()).isEqualTo(Experiments.HOSTILE);
	}

	@Test
	void whenVariantHasRunThenTheLinesOfBothSidesAreThere() {
		List<JsonObject> variants = variants(ChartData.of(Experiments.real()).json());
		assertThat(variants)
			.allSatisfy((variant) -> assertThat(variant.getAsJsonObject("time").keySet()).contains("started",
					"answered", "failed", "responseP99", "serviceP99", "serviceP50", "open", "serverCpu", "gc",
					"clientCpu", "heapUsed", "heapSize", "classes", "threads", "peakThreads"));
	}

	@Test
	void whenPlanHasNoDueTimesThenThereIsNoLineOfTheLag() {
		assertThat(variants(ChartData.of(Experiments.real()).json()).getFirst().getAsJsonObject("time").keySet())
			.doesNotContain("lagP99");
	}

	@Test
	void whenVariantNeverCameUpThenItHasANameAlone() {
		JsonObject variant = variants(ChartData.of(Experiments.awkward()).json()).getLast();
		assertThat(variant.get("name").getAsString()).isEqualTo("never-up");
		assertThat(variant.get("shown").getAsInt()).isEqualTo(-1);
		assertThat(variant.keySet()).doesNotContain("time", "percentiles");
	}

	@Test
	void whenVariantHasSeveralRunsThenAllHaveAFigureAndTheMiddleOneIsShown() {
		ExperimentDocument experiment = Experiments.awkward();
		Variant variant = experiment.variants().get(2);
		JsonObject data = variants(ChartData.of(experiment).json()).get(2);
		assertThat(doubles(data.getAsJsonArray("rates")))
			.isEqualTo(variant.runs().stream().map((run) -> run.throughputPerSecond()).toList());
		double shown = doubles(data.getAsJsonArray("p99s")).get(data.get("shown").getAsInt());
		assertThat(doubles(data.getAsJsonArray("p99s")).stream().sorted().toList().get(1)).isEqualTo(shown);
	}

	private static List<Double> doubles(JsonArray array) {
		return array.asList().stream().map(JsonElement::getAsDouble).toList();
	}

	private static List<JsonObject> variants(String json) {
		return JsonParser.parseString(json)
			.getAsJsonObject()
			.getAsJsonArray("variants")
			.asList()
			.stream()
			.map(JsonElement::getAsJsonObject)
			.toList();
	}

}
