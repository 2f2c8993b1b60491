package dev.grpctuning.load.diff;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.DefaultApplicationArguments;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.env.SimpleCommandLinePropertySource;

import dev.grpctuning.load.cli.ExitCode;
import dev.grpctuning.load.config.LoadProperties;
import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.result.Approved;
import dev.grpctuning.testkit.Results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tests for {@link DiffCommand}. */
@Tag(Approved.TAG)
@ExtendWith(OutputCaptureExtension.class)
class DiffCommandTests extends DiffFixture {

	@Test
	void whenTheSecondIsSlowerThenItIsWorseAndThatIsARegression(CapturedOutput output) throws Exception {
		String a = result("a", 4, (run) -> {
		});
		String b = result("b", 5, (run) -> {
			scale(run.getAsJsonObject("load").getAsJsonObject("latencyMicros").getAsJsonObject("response"), "p99", 3);
			run.getAsJsonObject("server")
				.getAsJsonObject("setup")
				.getAsJsonObject("properties")
				.addProperty("hello.work.delay", "5ms");
		});
		assertThat(execute(List.of(), a, b)).as("no threshold was asked for").isEqualTo(ExitCode.OK);
		assertThat(execute(List.of("--fail-on-regression"), a, b)).isEqualTo(ExitCode.THRESHOLD_FAILED);
		assertThat(execute(List.of("--fail-on-regression"), b, a)).as("the other way round").isEqualTo(ExitCode.OK);
		assertApproved(output.getOut());
	}

	@Test
	void whenThereIsAGateThenOnlyASlowdownOfThatSizeIsARegression(CapturedOutput output) throws Exception {
		String a = result("a", 4, (run) -> {
		});
		String b = result("b", 4,
				(run) -> scale(run.getAsJsonObject("load").getAsJsonObject("latencyMicros").getAsJsonObject("response"),
						"p99", 1.9));
		assertThat(execute(List.of("--gate=95%"), a, b)).isEqualTo(ExitCode.OK);
		assertThat(execute(List.of("--gate=85.5%"), a, b)).isEqualTo(ExitCode.THRESHOLD_FAILED);
		assertThat(execute(List.of("--gate=0%"), a, b)).isEqualTo(ExitCode.THRESHOLD_FAILED);
		assertThat(output.getOut()).contains("No regression of 95 % or more is shown.", "Worse by 85.5 % or more: ");
	}

	@Test
	void whenTheResultsHaveAPrimaryMetricThenTheOthersAreNoRegression(CapturedOutput output) throws Exception {
		String a = result("a", 4, (run) -> {
		});
		String b = result("b", 4,
				(run) -> scale(run.getAsJsonObject("load").getAsJsonObject("latencyMicros").getAsJsonObject("response"),
						"p99", 5));
		String ofRates = decidedBy("throughput", "of-rates", a);
		assertThat(execute(List.of("--fail-on-regression"), ofRates, decidedBy("throughput", "slow", b))).isZero();
		assertThat(output.getOut()).contains("| exploratory: worse ", "| per second * |");
		assertThat(execute(List.of("--fail-on-regression"), ofRates, decidedBy("p99", "of-p99", b)))
			.as("not the same metric decides both")
			.isEqualTo(ExitCode.THRESHOLD_FAILED);
	}

	private String decidedBy(String metric, String name, String of) throws Exception {
		JsonObject result = Results.json(Path.of(of, "result.json"));
		result.add("comparison", JsonParser.parseString(
				"{\"baseline\": \"virtual\", \"rounds\": 4, \"primary\": \"%s\", \"rows\": []}".formatted(metric)));
		return write(name, result);
	}

	@Test
	void whenWhatDiffersIsThatOfOneVariantThenItIsSaidThere(CapturedOutput output) throws Exception {
		String a = result("a", 1, (run) -> {
		});
		String b = result("b", 1, (run) -> {
			if (run.get("name").getAsString().equals("serial")) {
				run.getAsJsonObject("server").getAsJsonObject("setup").addProperty("profile", "direct");
			}
			run.getAsJsonObject("plan").addProperty("channels", 9);
		});
		assertThat(execute(List.of(), a, b)).isEqualTo(ExitCode.OK);
		assertApproved(withoutTables(output.getOut()));
	}

	@Test
	void whenAVariantDiesInTheSecondThenThatIsWorse(CapturedOutput output) throws Exception {
		String a = result("a", 2, (run) -> {
		});
		String b = change("b", a, (variant) -> {
			end(variant, "out-of-memory");
			takeRuns(variant);
		});
		assertThat(execute(List.of("--fail-on-regression"), a, b)).isEqualTo(ExitCode.THRESHOLD_FAILED);
		assertApproved(withoutTables(output.getOut() + output.getErr()));
	}

	@Test
	void whenMoreCallsFailInEveryRunThenThatIsWorse(CapturedOutput output) throws Exception {
		String a = result("a", 2, (run) -> {
		});
		String b = result("b", 2, (run) -> fail(run, 0.5));
		assertThat(execute(List.of("--fail-on-regression"), a, b)).isEqualTo(ExitCode.THRESHOLD_FAILED);
		String all = result("all-answered", 2, DiffFixture::answerAll);
		assertThat(execute(List.of(), all, all)).isZero();
		assertApproved(withoutTables(output.getOut()));
	}

	@Test
	void whenNoCallIsAnsweredInMoreRunsThanByChanceThenThatIsWorse(CapturedOutput output) throws Exception {
		String a = result("a", 9, (run) -> {
		});
		String b = result("b", 9, silentIn(7, 9));
		assertThat(execute(List.of("--fail-on-regression"), a, b)).isEqualTo(ExitCode.THRESHOLD_FAILED);
		assertThat(execute(List.of("--fail-on-regression"), b, a)).as("the other way round").isEqualTo(ExitCode.OK);
		assertThat(execute(List.of("--fail-on-regression"), b, b)).as("in both").isEqualTo(ExitCode.OK);
		assertThat(execute(List.of("--fail-on-regression"), a, result("c", 9, silentIn(2, 9)))).as("in two of nine")
			.isEqualTo(ExitCode.OK);
		assertApproved(withoutTables(output.getOut()));
	}

	private static Consumer<JsonObject> silentIn(int runs, int all) {
		AtomicInteger count = new AtomicInteger();
		return (run) -> fail(run, (count.getAndIncrement() % all < runs) ? 1 : 0);
	}

	@Test
	void whenAFewMoreCallsFailInFewRunsThenThatMayBeChance(CapturedOutput output) throws Exception {
		String a = result("a", 1, (run) -> {
		});
		String b = result("b", 1, (run) -> fail(run, 0.005));
		assertThat(execute(List.of("--fail-on-regression"), a, b)).isEqualTo(ExitCode.BAD_INPUT);
		String c = result("c", 1, (run) -> fail(run, 0.05));
		assertThat(execute(List.of("--fail-on-regression"), a, c)).isEqualTo(ExitCode.THRESHOLD_FAILED);
		assertApproved(withoutTables(output.getOut() + output.getErr()));
		String many = result("many", 4, (run) -> {
		});
		String fewMore = result("few-more", 4, (run) -> fail(run, 0.005));
		assertThat(execute(List.of("--fail-on-regression"), many, fewMore)).isEqualTo(ExitCode.THRESHOLD_FAILED);
	}

	@Test
	void whenVariantsAreOnlyInOneThenTheyAreNamed(CapturedOutput output) throws Exception {
		String a = result("a", 1, (run) -> {
		});
		String b = change("b", a, (variant) -> {
			if (variant.get("name").getAsString().equals("serial")) {
				variant.addProperty("name", "parallel");
			}
		});
		assertThat(execute(List.of(), a, b)).isEqualTo(ExitCode.OK);
		assertApproved(withoutTables(output.getOut()));
		assertThat(output.getErr()).isEmpty();
	}

	@Test
	void whenTheSecondLacksTheControlOrHadNoFiguresThenThereIsNoRegression() throws Exception {
		String complete = result("complete", 2, (run) -> {
		});
		JsonObject all = Results.json(Path.of(complete, "result.json"));
		all.add("comparison", JsonParser.parseString(
				"""
						{"baseline": "virtual", "rounds": 2, "primary": "p99", "rows": [{"variant": "serial", "plain": "serial", "control": true, "metric": "p99"}]}"""));
		all.getAsJsonObject("design").add("controls", JsonParser.parseString("[\"serial\"]"));
		JsonObject few = all.deepCopy();
		few.getAsJsonArray("variants").remove(2);
		String fewer = write("fewer", few);
		assertThat(execute(List.of("--fail-on-regression"), write("noisy", all), fewer)).isEqualTo(ExitCode.OK);
		String died = change("died", complete, (variant) -> {
			if (variant.get("name").getAsString().equals("serial")) {
				variant.add("runs", new JsonArray());
				variant.add("rounds", new JsonArray());
			}
		});
		assertThat(execute(List.of("--fail-on-regression"), died, fewer)).isEqualTo(ExitCode.OK);
	}

	@Test
	void whenResultsAreThoseOfRunsThenTheyAreCompared(CapturedOutput output) throws Exception {
		JsonObject run = Results.json(RESULT)
			.getAsJsonArray("variants")
			.get(1)
			.getAsJsonObject()
			.getAsJsonArray("runs")
			.get(0)
			.getAsJsonObject();
		run.addProperty("kind", "run");
		Path file = Files.writeString(this.folder.resolve("run.json"), run.toString());
		assertThat(execute(List.of(), file.toString(), file.toString())).isEqualTo(ExitCode.OK);
		assertThat(execute(List.of("--fail-on-regression"), file.toString(), file.toString()))
			.isEqualTo(ExitCode.BAD_INPUT);
		assertApproved(output.getOut() + output.getErr());
	}

	@Test
	void whenJsonIsAskedForThenItHasTheVerdicts(CapturedOutput output) throws Exception {
		String a = result("a", 2, (run) -> {
		});
		assertThat(execute(List.of("--load.format=json"), a, a)).isEqualTo(ExitCode.OK);
		JsonObject json = JsonParser.parseString(output.getOut()).getAsJsonObject();
		assertThat(json.getAsJsonArray("variants")).hasSize(3);
		assertThat(output.getOut()).contains("\"verdict\": \"no-difference-shown\"");
	}

	@Test
	void whenAFileIsNoResultThenTheLineSaysWhy() throws Exception {
		List<String> lines = new ArrayList<>();
		for (String text : List.of("", "{\"schema\": 2}", "{\"schema\": 2, \"kind\": \"knee\"}",
				"{\"schema\": 1, \"variants\": []}")) {
			String file = Files.writeString(this.folder.resolve("x.json"), text).toString();
			lines.add(refusal(List.of(), file, file));
		}
		assertThat(lines).allMatch((line) -> line.startsWith(this.folder.resolve("x.json") + ": "));
		assertApproved(String.join("\n", lines));
	}

	@Test
	void whenResultsCannotBeComparedThenTheLineSaysWhy() throws Exception {
		String a = result("a", 1, (run) -> {
		});
		String b = change("b", a,
				(variant) -> variant.addProperty("name", "other-" + variant.get("name").getAsString()));
		assertApproved(String.join("\n", refusal(List.of(), "a"), refusal(List.of(), a, "nowhere"),
				refusal(List.of(), a, b), refusal(List.of("--gate=0.05"), "a", "b"),
				refusal(List.of("--fail-on-regression=p99"), "a", "b"),
				refusal(List.of("--load.format=csv"), "a", "b")));
	}

	private static String withoutTables(String text) {
		return text.lines().filter((line) -> !line.matches("[|+].*")).collect(Collectors.joining("\n"));
	}

	private void assertApproved(String text) {
		Approved.assertCase("diff.txt", this.folder, text);
	}

	private static String refusal(List<String> options, String... files) {
		return String.valueOf(assertThatExceptionOfType(UsageException.class).isThrownBy(() -> execute(options, files))
			.actual()
			.getMessage());
	}

	private static int execute(List<String> options, String... files) throws Exception {
		DefaultApplicationArguments arguments = new DefaultApplicationArguments(options.toArray(String[]::new));
		LoadProperties properties = new Binder(
				ConfigurationPropertySources.from(new SimpleCommandLinePropertySource(arguments.getSourceArgs())))
			.bindOrCreate("load", Bindable.of(LoadProperties.class));
		return new DiffCommand(properties, arguments).execute(List.of(files));
	}

}
