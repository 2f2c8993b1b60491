package dev.grpctuning.load.compare.report;

import java.util.List;
import java.util.Map;
import java.util.Objects;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.compare.VariantResult;
import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.result.ExperimentDocument.Ended;
import dev.grpctuning.load.compare.result.ExperimentDocument.Variant;
import dev.grpctuning.load.compare.result.Experiments;
import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.result.Samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Tests for {@link ChartData}. */
class ChartDataTests {

	@Test
	void whenNameIsMarkupThenItDoesNotEndTheScriptAndIsReadBackWhole() {
		String json = ChartData.of(Experiments.awkward()).json();
		assertThat(json).doesNotContain("<", ">", "&", "'");
		assertThat(variants(json).get(1).get("name").getAsString()).isEqualTo(Experiments.HOSTILE);
	}

	@Test
	void whenServerIsOnAnotherMachineThenItsProcessorsAreThere() {
		assertThat(variants(ChartData.of(Experiments.onServerOf(16)).json()))
			.allSatisfy((variant) -> assertThat(variant.get("serverProcessors").getAsInt()).isEqualTo(16));
		int here = Experiments.real().environment().processors();
		assertThat(variants(ChartData.of(Experiments.real()).json())).as("without diagnosis")
			.allSatisfy((variant) -> assertThat(variant.get("serverProcessors").getAsInt()).isEqualTo(here));
	}

	@Test
	void whenVariantNeverCameUpThenItHasANameAlone() {
		JsonObject variant = variants(ChartData.of(Experiments.awkward()).json()).getLast();
		assertThat(variant.get("name").getAsString()).isEqualTo("never-up");
		assertThat(variant.get("measured").getAsBoolean()).isFalse();
		assertThat(variant.keySet()).doesNotContain("time", "percentiles", "split", "serverProcessors");
		assertThat(variant.getAsJsonObject("rate").keySet()).containsExactly("runs", "rounds");
	}

	@Test
	void whenThereWereRoundsThenEachRunHasItsRoundAndTheRatioItsInterval() {
		ExperimentDocument experiment = Experiments.explained();
		JsonObject p99 = named("virtual", experiment).getAsJsonObject("p99");
		assertThat(p99.getAsJsonArray("rounds").asList().stream().map(JsonElement::getAsInt)).containsExactly(1, 2);
		assertThat(doubles(p99.getAsJsonArray("ratio"))).hasSize(2);
		assertThat(named("queue", experiment).getAsJsonObject("p99").has("ratio")).as("of the baseline").isFalse();
		assertThat(ChartData.of(experiment).baseline()).isEqualTo("queue");
		assertThat(ChartData.of(Experiments.real()).baseline()).as("of one round").isNull();
	}

	@Test
	void whenWorkloadsAreClientsAndDelaysThenTheyAreCellsOfAGrid() {
		assertThat(ChartData.of(Experiments.grid()).grid()).isTrue();
		assertThat(named("queue · 10-500", Experiments.grid()).get("cell"))
			.hasToString("{\"clients\":10,\"delayMicros\":500}");
		assertThat(ChartData.of(Experiments.manyWorkloads()).grid()).isFalse();
	}

	@Test
	void whenTheServersTimeIsKnownThenThePartsOfTheResponseTimeAreThere() {
		JsonObject split = named("queue", Experiments.explained()).getAsJsonObject("split");
		assertThat(split.keySet()).containsExactly("clientWait", "network", "executorWait", "handler");
		Variant variant = Experiments.explained().variants().getFirst();
		RunDocument run = Objects.requireNonNull(variant.medianRun());
		assertThat(split.asMap().values().stream().mapToDouble(JsonElement::getAsDouble).sum())
			.isCloseTo(run.load().latencyMicros().response().mean() / 1e3, within(0.001));
	}

	@Test
	void whenTheServerReportsStagesThenTheyAreThereForTheMeanAndForEachPercentile() {
		JsonObject variant = named("queue", Experiments.staged());
		assertThat(variant.getAsJsonObject("split").keySet()).containsExactly("scheduleSlip", "streamWait",
				"writeAndNetwork", "eventLoop", "executorQueue", "handler", "flushAndNetwork", "clientEventLoop");
		JsonObject bands = variant.getAsJsonObject("bands");
		assertThat(bands.keySet()).containsExactly("p50", "p90", "p99", "p99.9");
		assertThat(bands.getAsJsonObject("p50").get("executorQueue").getAsDouble()).isEqualTo(0.03);
		assertThat(bands.getAsJsonObject("p99").get("executorQueue").getAsDouble()).isEqualTo(20);
	}

	@Test
	void whenItIsKnownWhatTheSlowestCallsWaitedForThenTheirCausesAreThere() {
		JsonObject tail = named("queue", Experiments.staged()).getAsJsonObject("tail");
		assertThat(tail.get("calls").getAsString()).isEqualTo("slowest 1 %, from 20.5 ms");
		assertThat(tail.getAsJsonObject("causes").toString())
			.isEqualTo("{\"young-collection\":0.625,\"event-loop\":0.25,\"unexplained\":0.125}");
		assertThat(named("queue", Experiments.explained()).has("tail")).isFalse();
	}

	@Test
	void whenTooFewCallsWereAnsweredForAPercentileThenThereIsNoBar() {
		ExperimentDocument experiment = Experiments.document(Samples.experiment(null),
				new VariantResult(Samples.variant("one"), Ended.COMPLETED, null,
						List.of(Samples.run(Samples.load(new Counts(99, 99, Map.of(), 0, 0), Map.of(), null, null)))));
		JsonObject data = named("one", experiment);
		assertThat(data.getAsJsonObject("p99").has("value")).isFalse();
		assertThat(data.getAsJsonObject("p99").getAsJsonArray("runs")).isEmpty();
		assertThat(data.getAsJsonObject("rate").get("value").getAsDouble()).isEqualTo(2000.4);
	}

	private static JsonObject named(String name, ExperimentDocument experiment) {
		return variants(ChartData.of(experiment).json()).stream()
			.filter((variant) -> variant.get("name").getAsString().equals(name))
			.findFirst()
			.orElseThrow();
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
