package dev.grpctuning.load.tune;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.result.Samples;
import dev.grpctuning.load.schedule.Arrivals;
import dev.grpctuning.load.search.RateTrial.Outcome;
import dev.grpctuning.load.search.ScriptedServers;
import dev.grpctuning.load.search.SearchPlan;
import dev.grpctuning.load.search.SearchSamples;
import dev.grpctuning.load.search.Trial;
import dev.grpctuning.load.search.TrialPlan;
import dev.grpctuning.load.server.ScriptedActuator;
import dev.grpctuning.load.server.tuning.Knob;
import dev.grpctuning.load.server.tuning.ServerTuning;
import dev.grpctuning.load.tune.search.Candidate;
import dev.grpctuning.load.tune.search.KnobSpace;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link CandidateTrials} against an actuator that answers by a script. */
class CandidateTrialsIT {

	private static final Candidate DIRECT = new Candidate(Map.of("executor.type", "direct"));

	private static final Candidate VIRTUAL = new Candidate(Map.of("executor.type", "virtual"));

	private final List<String> printed = new ArrayList<>();

	private ScriptedActuator actuator;

	@BeforeEach
	void start() throws IOException {
		this.actuator = ScriptedActuator.start().tuning(0).answer("POST /grpctuning", 200, "{}");
	}

	@AfterEach
	void stop() {
		this.actuator.close();
	}

	@Test
	void whenTheServerRefusesSlicesThenTheReasonIsPrintedOnceAndEachCandidateIsTriedAlone() throws Exception {
		CandidateTrials trials = trials("executor.type");
		assertThat(trials.chooseSlices(tuning(), first(1, 1000))).isNotNull();
		assertThat(trials.groups(List.of(DIRECT, VIRTUAL))).hasSize(1);
		for (int race = 0; race < 2; race++) {
			assertThat(trials.run(List.of(DIRECT, VIRTUAL), 1000)).containsOnlyKeys(DIRECT, VIRTUAL);
		}
		assertThat(this.printed).singleElement()
			.asString()
			.startsWith("no slices: ")
			.contains("/grpcslices answered 404; expose it: ")
			.endsWith("; candidates run one after the other");
		assertThat(this.actuator.asked()).containsOnlyOnce("POST /grpcslices");
		assertThat(trials.groups(List.of(DIRECT, VIRTUAL))).hasSize(2);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			transport | 1 | 1000 | no knob of the search takes effect with the next call
			executor.type | 0 | 1000 | no call was answered
			executor.type | 1 | 51000 | calls take 51 ms (median, at most 50 ms)
			""")
	void whenCandidatesCannotAlternateThenTheReasonIsPrinted(String knob, long calls, long median, String reason) {
		assertThat(trials(knob).chooseSlices(tuning(), first(calls, median))).isNull();
		assertThat(this.printed).containsExactly("no slices: %s; candidates run one after the other".formatted(reason));
	}

	private CandidateTrials trials(String knob) {
		TrialPlan quick = new TrialPlan(Samples.closed(), Arrivals.CONSTANT, 1, Duration.ofSeconds(1), 1, 10,
				Duration.ofMillis(100), Duration.ZERO, Duration.ofMillis(100));
		SearchPlan search = new SearchPlan(SearchSamples.SETUP, SearchSamples.OBJECTIVE, quick, SearchSamples.LIMITS,
				Samples.STARTED_AT, Path.of(""));
		ScriptedServers servers = new ScriptedServers(this.actuator);
		TunePlan plan = new TunePlan(search, new Variant("x", null, null, List.of(), Map.of(), null, null, null),
				servers, new KnobSpace(Map.of(knob, List.of("a"))), 1, Duration.ofMinutes(1), 3);
		return new CandidateTrials(plan, search.server(servers, "servers", ScriptedServers.driver()),
				this.printed::add);
	}

	private static ServerTuning tuning() {
		return new ServerTuning(List.of(new Knob("executor.type", null, "fork-join", null, null, null, "LIVE")), 0,
				null);
	}

	/** A trial of the configured settings. */
	private static List<Trial> first(long calls, long medianMicros) {
		return List.of(SearchSamples.trial(1000, calls, 2 * medianMicros, Outcome.HELD, null));
	}

}
