package dev.grpctuning.load.diff;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link DiffCommand}.
 */
@ExtendWith(OutputCaptureExtension.class)
class DiffCommandTests {

	private static final Path RESULT = Path.of("src", "test", "resources", "report", "result.json");

	private static final String WHAT_TO_DO = "; run it again, or name a first result without it.\n";

	@TempDir
	private Path folder;

	@Test
	void whenNothingDiffersThenThatIsSaidAndTheGateHolds(CapturedOutput output) throws Exception {
		String a = result("a", 4, (run) -> {
		});
		assertThat(execute(List.of("--fail-on-regression"), a, a)).isEqualTo(ExitCode.OK);
		assertThat(output.getOut()).contains("Nothing is set otherwise")
			.contains("Nothing is shown to have got worse.", " a (range) ", " b (range) ")
			.doesNotContain("| worse", "| better");
	}

	@Test
	void whenTheSecondIsSlowerThenItIsWorseAndTheGateFails(CapturedOutput output) throws Exception {
		String a = result("a", 4, (run) -> {
		});
		String b = result("b", 5, (run) -> {
			scale(run.getAsJsonObject("responseTimeMicros"), "p99", 1.5);
			run.getAsJsonObject("server").getAsJsonObject("properties").addProperty("hello.work.delay", "5ms");
		});
		assertThat(execute(List.of(), a, b)).as("no threshold was asked for").isEqualTo(ExitCode.OK);
		assertThat(execute(List.of("--fail-on-regression"), a, b)).isEqualTo(ExitCode.THRESHOLD_FAILED);
		assertThat(execute(List.of("--fail-on-regression"), b, a)).as("the other way round").isEqualTo(ExitCode.OK);
		assertThat(output.getOut()).contains("set otherwise\n  server.properties.hello.work.delay: not set -> 5ms")
			.containsPattern("\\| virtual +\\| p99 .*\\| +1\\.[45]\\d \\(1\\..*\\| worse")
			.containsPattern("\\| virtual +\\| p50 .*no difference shown")
			.contains("Worse: virtual, serial. They ran");
	}

	@Test
	void whenWhatDiffersIsThatOfOneVariantThenItIsSaidThere(CapturedOutput output) throws Exception {
		String a = result("a", 1, (run) -> {
		});
		String b = result("b", 1, (run) -> {
			if (run.get("name").getAsString().equals("serial")) {
				run.getAsJsonObject("server").addProperty("profile", "direct");
			}
			run.getAsJsonObject("plan").addProperty("channels", 9);
		});
		assertThat(execute(List.of(), a, b)).isEqualTo(ExitCode.OK);
		assertThat(output.getOut()).contains("set otherwise\n  load.channels: 1 -> 9")
			.containsPattern("set otherwise in serial\n  server.profile: \\S+ -> direct")
			.contains("Of the figures of single runs nothing can be shown");
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
		assertThat(output.getOut()).contains("virtual: ended completed, and in b out-of-memory: worse")
			.contains("Without figures in b: virtual\n", "Worse: virtual.");
		assertThat(output.getErr()).isEqualTo("threshold: virtual has no figures in " + b + WHAT_TO_DO);
	}

	@Test
	void whenAVariantThatDiedBeforeHasNoFiguresAnyMoreThenTheGateFails(CapturedOutput output) throws Exception {
		String a = change("a", result("complete", 2, (run) -> {
		}), (variant) -> end(variant, "exited"));
		String b = change("b", a, DiffCommandTests::takeRuns);
		assertThat(execute(List.of(), a, b)).as("no threshold was asked for").isEqualTo(ExitCode.OK);
		assertThat(output.getErr()).isEmpty();
		assertThat(execute(List.of("--fail-on-regression"), a, b)).isEqualTo(ExitCode.THRESHOLD_FAILED);
		assertThat(output.getErr()).isEqualTo("threshold: virtual has no figures in " + b + WHAT_TO_DO);
		assertThat(output.getOut()).contains("Nothing that has figures in both is shown to have got worse.");
		assertThat(execute(List.of("--fail-on-regression"), b, b)).as("none in either").isEqualTo(ExitCode.OK);
		assertThat(execute(List.of("--fail-on-regression"), b, a)).as("the other way round").isEqualTo(ExitCode.OK);
	}

	@Test
	void whenAVariantWasInterruptedBeforeItHadFiguresThenTheGateFails(CapturedOutput output) throws Exception {
		String a = result("a", 2, (run) -> {
		});
		String b = change("b", a, (variant) -> {
			end(variant, "interrupted");
			takeRuns(variant);
		});
		assertThat(execute(List.of("--fail-on-regression", "--load.format=json"), a, b))
			.isEqualTo(ExitCode.THRESHOLD_FAILED);
		assertThat(output.getErr()).isEqualTo("threshold: virtual has no figures in " + b + WHAT_TO_DO);
		JsonObject json = JsonParser.parseString(output.getOut()).getAsJsonObject();
		assertThat(json.getAsJsonArray("withoutFiguresInB")).hasToString("[\"virtual\"]");
	}

	private static void end(JsonObject variant, String how) {
		if (variant.get("name").getAsString().equals("virtual")) {
			variant.addProperty("ended", how);
		}
	}

	private static void takeRuns(JsonObject variant) {
		if (variant.get("name").getAsString().equals("virtual")) {
			variant.add("runs", new JsonArray());
			variant.add("rounds", new JsonArray());
		}
	}

	@Test
	void whenMoreCallsFailInEveryRunThenThatIsWorse(CapturedOutput output) throws Exception {
		String a = result("a", 2, (run) -> {
		});
		String b = result("b", 2, (run) -> fail(run, 0.5));
		assertThat(execute(List.of("--fail-on-regression"), a, b)).isEqualTo(ExitCode.THRESHOLD_FAILED);
		assertThat(output.getOut()).containsPattern("virtual: not answered were .* and in b 50\\.000 %: worse")
			.contains("otherwise.\nThe shares of calls that were not answered are beside that: ", "once in 35 times")
			.as("said once")
			.doesNotContain("| answered");
		String all = result("all-answered", 2, DiffCommandTests::answerAll);
		assertThat(execute(List.of(), all, all)).isZero();
		assertThat(output.getOut()).endsWith(" wrong in at most 5 % of comparisons otherwise.\n");
	}

	@Test
	void whenRunsAreTooFewToShowMuchThenSaysSo(CapturedOutput output) throws Exception {
		AtomicInteger count = new AtomicInteger();
		String noisy = result("noisy", 2, (run) -> {
			int times = 1 + count.incrementAndGet() % 2;
			scale(run, "throughputPerSecond", times);
			scale(run.getAsJsonObject("responseTimeMicros"), "p50", times);
			scale(run.getAsJsonObject("responseTimeMicros"), "p99", times);
		});
		assertThat(execute(List.of("--fail-on-regression"), noisy, noisy)).isZero();
		assertThat(output.getOut()).containsPattern(
				"otherwise\\. (\\d+) of \\d+ comparisons could not show that a figure doubled: repeat both more often");
	}

	private static void answerAll(JsonObject run) {
		JsonObject counts = run.getAsJsonObject("counts");
		counts.add("ok", counts.get("started"));
		counts.add("failed", new JsonObject());
		counts.addProperty("unfinished", 0);
	}

	@Test
	void whenAFewMoreCallsFailInFewRunsThenThatMayBeChance(CapturedOutput output) throws Exception {
		String a = result("a", 1, (run) -> {
		});
		String b = result("b", 1, (run) -> fail(run, 0.005));
		assertThat(execute(List.of("--fail-on-regression"), a, b)).isEqualTo(ExitCode.BAD_INPUT);
		String c = result("c", 1, (run) -> fail(run, 0.05));
		assertThat(execute(List.of("--fail-on-regression"), a, c)).isEqualTo(ExitCode.THRESHOLD_FAILED);
		assertThat(output.getOut()).contains("Worse: virtual. ",
				"Of the figures of single runs nothing can be shown: repeat both");
		assertThat(output.getErr())
			.contains("; run both with --experiment.repeat=3 or more, or leave --fail-on-regression out.\n");
		String many = result("many", 4, (run) -> {
		});
		String fewMore = result("few-more", 4, (run) -> fail(run, 0.005));
		assertThat(execute(List.of("--fail-on-regression"), many, fewMore)).isEqualTo(ExitCode.THRESHOLD_FAILED);
	}

	private static void fail(JsonObject run, double share) {
		if (run.get("name").getAsString().equals("virtual")) {
			JsonObject counts = run.getAsJsonObject("counts");
			scale(counts, "ok", 1 - share);
			counts.addProperty("unfinished", counts.get("started").getAsLong() - counts.get("ok").getAsLong());
		}
	}

	@Test
	void whenAVariantWasInterruptedInTheSecondThenThatIsNotWorse(CapturedOutput output) throws Exception {
		String a = result("a", 2, (run) -> {
		});
		String b = change("b", a, (variant) -> end(variant, "interrupted"));
		assertThat(execute(List.of("--fail-on-regression"), a, b)).isZero();
		assertThat(output.getOut()).contains("virtual: ended completed, and in b interrupted: no difference shown");
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
		assertThat(output.getOut()).contains("Only in a: serial\nOnly in b: parallel\n");
		assertThat(output.getErr()).isEmpty();
	}

	@Test
	void whenTheSecondLacksAVariantThenTheGateFailsAndWhenTheFirstDoesItHolds(CapturedOutput output) throws Exception {
		String all = result("all", 2, (run) -> {
		});
		JsonObject result = JsonParser.parseString(Files.readString(Path.of(all, "result.json"))).getAsJsonObject();
		result.getAsJsonArray("variants").remove(2);
		String fewer = write("fewer", result);
		assertThat(execute(List.of("--fail-on-regression"), fewer, all)).isEqualTo(ExitCode.OK);
		assertThat(output.getErr()).isEmpty();
		assertThat(execute(List.of("--fail-on-regression"), all, fewer)).isEqualTo(ExitCode.THRESHOLD_FAILED);
		assertThat(output.getErr()).isEqualTo("threshold: serial is not in " + fewer + WHAT_TO_DO);
	}

	@Test
	void whenTheSecondLacksWhatShowsTheNoiseOrHadNoFiguresThenTheGateHolds() throws Exception {
		String complete = result("complete", 2, (run) -> {
		});
		JsonObject all = JsonParser.parseString(Files.readString(Path.of(complete, "result.json"))).getAsJsonObject();
		all.add("comparison", JsonParser.parseString(
				"""
						{"baseline": "virtual", "rounds": 2, "rows": [{"variant": "serial", "noise": true, "metric": "p99"}]}"""));
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
		JsonObject run = JsonParser.parseString(Files.readString(RESULT))
			.getAsJsonObject()
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
		assertThat(output.getErr()).isEqualTo("threshold: of single runs it cannot be shown whether B is worse; "
				+ "make them variants of an experiment with --experiment.repeat=3 or more, or leave --fail-on-regression out.\n");
		assertThat(output.getOut()).contains("a  " + file + ": virtual of ")
			.contains(
					"nothing can be shown: make them variants of an experiment of several rounds (experiment.repeat).")
			.containsPattern("\\| +1\\.00 \\| no difference shown");
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
	void whenNotTwoAreNamedThenTheLineSaysHowToWriteIt() {
		assertRefused("diff: 1 results are named; write ./lab diff a/result.json b/result.json", List.of(), "a");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			value = { "''|it is empty", "{\"schema\": 1}|its kind is null; expected run or experiment",
					"{\"schema\": 1, \"kind\": \"knee\"}|its kind is \"knee\"; expected run or experiment",
					"{\"schema\": 2, \"variants\": []}|its schema number is 2, and this version reads 1",
					"{\"schema\": 2, \"counts\": {}}|its schema number is 2, and this version reads 1" })
	void whenAFileIsNoResultThenTheLineSaysWhy(String text, String reason) throws Exception {
		Path file = Files.writeString(this.folder.resolve("x.json"), text);
		assertThatExceptionOfType(UsageException.class)
			.isThrownBy(() -> execute(List.of(), file.toString(), file.toString()))
			.withMessageStartingWith(file + ": no result of ./lab compare or ./lab run (" + reason);
	}

	@Test
	void whenThereIsNoSuchFileOrNothingInCommonThenTheLineSaysSo() throws Exception {
		String a = result("a", 1, (run) -> {
		});
		assertRefused("nowhere: there is no such file; name results of ./lab compare or ./lab run.", List.of(), a,
				"nowhere");
		String b = change("b", a,
				(variant) -> variant.addProperty("name", "other-" + variant.get("name").getAsString()));
		assertRefused(
				"diff: they have no variant in common: the first has plain, virtual, serial, the second other-plain, "
						+ "other-virtual, other-serial; name results of the same experiment.",
				List.of(), a, b);
	}

	@Test
	void whenAnOptionCannotBeUsedThenTheLineSaysSo() {
		assertRefused("--fail-on-regression=p99: it takes no value; write --fail-on-regression, or leave it out.",
				List.of("--fail-on-regression=p99"), "a", "b");
		assertRefused("load.format: csv is the layout of runs; use table or json with diff.",
				List.of("--load.format=csv"), "a", "b");
	}

	/**
	 * The result of the fixture in which each variant has several runs, of which each is
	 * a little slower than the one before.
	 */
	private String result(String name, int runs, Consumer<JsonObject> change) throws IOException {
		JsonObject result = JsonParser.parseString(Files.readString(RESULT)).getAsJsonObject();
		result.getAsJsonArray("variants").forEach((element) -> {
			JsonObject variant = element.getAsJsonObject();
			JsonObject first = variant.getAsJsonArray("runs").get(0).getAsJsonObject();
			JsonArray several = new JsonArray();
			JsonArray rounds = new JsonArray();
			for (int i = 0; i < runs; i++) {
				JsonObject run = first.deepCopy();
				scale(run.getAsJsonObject("responseTimeMicros"), "p50", 1 + i / 50.0);
				scale(run.getAsJsonObject("responseTimeMicros"), "p99", 1 + i / 50.0);
				change.accept(run);
				several.add(run);
				rounds.add(i + 1);
			}
			variant.add("runs", several);
			variant.add("rounds", rounds);
		});
		return write(name, result);
	}

	private String change(String name, String of, Consumer<JsonObject> change) throws IOException {
		JsonObject result = JsonParser.parseString(Files.readString(Path.of(of, "result.json"))).getAsJsonObject();
		result.getAsJsonArray("variants").forEach((variant) -> change.accept(variant.getAsJsonObject()));
		return write(name, result);
	}

	private String write(String name, JsonObject result) throws IOException {
		Path directory = Files.createDirectory(this.folder.resolve(name));
		Files.writeString(directory.resolve("result.json"), result.toString());
		return directory.toString();
	}

	private static void scale(JsonObject figures, String name, double by) {
		figures.addProperty(name, Math.round(figures.get(name).getAsLong() * by));
	}

	private static void assertRefused(String message, List<String> options, String... files) {
		assertThatExceptionOfType(UsageException.class).isThrownBy(() -> execute(options, files)).withMessage(message);
	}

	private static int execute(List<String> options, String... files) throws Exception {
		DefaultApplicationArguments arguments = new DefaultApplicationArguments(options.toArray(String[]::new));
		LoadProperties properties = new Binder(
				ConfigurationPropertySources.from(new SimpleCommandLinePropertySource(arguments.getSourceArgs())))
			.bindOrCreate("load", Bindable.of(LoadProperties.class));
		return new DiffCommand(properties, arguments).execute(List.of(files));
	}

}
