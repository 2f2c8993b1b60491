package dev.grpctuning.hello;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import com.jayway.jsonpath.JsonPath;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.actuate.audit.AuditEvent;
import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.test.json.JsonContent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Changes that are in force for a time, and those that outlive a restart. */
class GrpcTuningLeaseIT extends AbstractServiceIT {

	private static final List<AuditEvent> AUDIT = new CopyOnWriteArrayList<>();

	@TempDir
	private static Path folder;

	@Override
	RunningService startService() {
		return application();
	}

	private static RunningService application() {
		ApplicationListener<AuditApplicationEvent> audit = (event) -> AUDIT.add(event.getAuditEvent());
		return RunningService.start((application) -> application.listeners(audit),
				"--grpc.tuning.state-file=" + folder.resolve("state.properties"));
	}

	@AfterEach
	void reset() throws Exception {
		this.endpoint.reset();
	}

	@Test
	void whenAChangeIsForATimeThenItIsShownAndTheFormerValuesReturn() throws Exception {
		JsonContent change = this.endpoint
			.change("{\"executorType\": \"virtual\", \"for\": \"1s\", \"reason\": \"a try\"}");
		assertThat(change).extractingPath("$.reason").isEqualTo("a try");
		int id = JsonPath.read(change.getJson(), "$.id");
		await().untilAsserted(() -> assertThat(this.endpoint.whole()).isLenientlyEqualTo("""
				{"leases": [], "changes": [{"id": %d, "outcome": "RETURNED", "reason": "a try",
				"changes": [{"knob": "executor.type", "from": "virtual", "to": "fork-join"}]},
				{"id": %d, "outcome": "APPLIED"}]}""".formatted(id, id)));
		assertThat(this.endpoint.knob("executor.type")).extractingPath("$.effective").isEqualTo("fork-join");
	}

	@Test
	void whenALeaseIsConfirmedOrUndoneThenItIsOver() throws Exception {
		int kept = id("{\"executorThreads\": 5, \"for\": \"1h\"}");
		int undone = id("{\"executorThreads\": 7, \"for\": \"1h\"}");
		assertThat(this.endpoint.<List<Integer>>whole("$.leases[*].id")).containsExactly(kept, undone);
		assertThat(this.endpoint.change("{\"confirm\": %d}".formatted(kept))).extractingPath("$.outcome")
			.isEqualTo("CONFIRMED");
		assertThat(this.endpoint.change("{\"undo\": %d}".formatted(undone))).extractingPath("$.outcome")
			.isEqualTo("UNDONE");
		assertThat(this.endpoint.knob("executor.threads")).extractingPath("$.effective").isEqualTo(5);
		assertThat(TuningEndpoint.answer(404, this.endpoint.post("{\"undo\": %d}".formatted(undone))))
			.isLenientlyEqualTo("""
					{"error": "not found", "problems": [{"knob": "undo", "value": "%d",
					"reason": "is not in force for a time; no change is, and only the last one can be undone."}]}"""
				.formatted(undone));
	}

	@Test
	void whenATuningIsChangedThenThereIsAnAuditEvent() throws Exception {
		AUDIT.clear();
		this.endpoint.change("{\"executorType\": \"virtual\", \"for\": \"1h\", \"reason\": \"a try\"}");
		assertThat(AUDIT).singleElement().satisfies((event) -> {
			assertThat(event.getPrincipal()).isEqualTo("admin");
			assertThat(event.getType()).isEqualTo("GRPC_TUNING_CHANGE");
			assertThat(event.getData()).containsEntry("outcome", "APPLIED")
				.containsEntry("reason", "a try")
				.containsEntry("changes", List.of("executor.type: fork-join -> virtual"))
				.containsKeys("id", "until");
		});
	}

	@Test
	void whenOneKnobIsChangedThenItMayBeForATimeButMayNotNameOthers() throws Exception {
		TuningEndpoint.answer(200,
				this.endpoint.post("executor.type", "{\"configured\": \"virtual\", \"for\": \"1h\"}"));
		assertThat(this.endpoint.<List<String>>whole("$.leases[0].knobs")).containsExactly("executor.type");
		assertThat(TuningEndpoint.answer(400,
				this.endpoint.post("executor.type", "{\"configured\": \"direct\", \"transport\": \"nio\"}")))
			.isLenientlyEqualTo("""
					{"error": "invalid", "problems": [{"knob": "transport",
					"reason": "is not allowed for one knob; use configured, dryRun, for, guard, reason."}]}""");
	}

	private int id(String body) throws Exception {
		return JsonPath.read(this.endpoint.change(body).getJson(), "$.id");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			{"executorType": "virtual", "for": "soon"} | for     | is not a time from 1s to 7d; use one such as 10m.
			{"executorType": "virtual", "for": "8d"}   | for     | is not a time from 1s to 7d; use one such as 10m.
			{"executorType": "virtual", "for": null}   | for     | is not a time from 1s to 7d; use one such as 10m.
			{"executorType": "virtual", "reason": " "} | reason  | is empty; say why in a few words.
			{"undo": "first"}                          | undo    | is not the number of a change; use its id, such as 1.
			{"confirm": 1, "executorType": "virtual"}  | confirm | cannot be sent with other names; send it alone.
			""")
	void whenARequestOfALeaseIsWrongThenItSaysHowToWriteIt(String body, String name, String reason) throws Exception {
		Map<String, Object> before = this.endpoint.state();
		assertThat(TuningEndpoint.answer(400, this.endpoint.post(body))).isLenientlyEqualTo("""
				{"error": "invalid", "problems": [{"knob": "%s", "reason": "%s"}]}""".formatted(name, reason));
		assertThat(this.endpoint.state()).isEqualTo(before);
	}

	@Test
	void whenTheApplicationStartsAgainThenItHasWhatWasKept() throws Exception {
		this.endpoint.change("{\"executorType\": \"virtual\", \"limit.concurrent-calls\": 77}");
		this.endpoint.change("{\"executorThreads\": 9, \"for\": \"1h\"}");
		try (RunningService again = application()) {
			TuningEndpoint endpoint = new TuningEndpoint(again);
			assertThat(endpoint.knob("executor.type")).extractingPath("$.effective").isEqualTo("virtual");
			assertThat(endpoint.knob("limit.concurrent-calls")).extractingPath("$.effective").isEqualTo(77);
			assertThat(endpoint.knob("executor.threads")).extractingPath("$.configured").isNotEqualTo("9");
			assertThat(again.actuator("metrics/grpc.tuning.drift").expect(200).body()).contains("\"value\":2.0");
		}
		assertThat(Files.readString(folder.resolve("state.properties"))).doesNotContain("threads");
	}

	@ParameterizedTest
	@CsvSource({ "application.yml, yml", "application.properties, properties" })
	void whenSettingsAreExportedThenAFreshApplicationHasThem(String file, String ending, @TempDir Path exported)
			throws Exception {
		this.endpoint.change("""
				{"executor.type": "fixed", "executor.threads": 3, "transport": "nio", "flow-control-window": "1MB",
				"executor.routes": "a.Service/* type=fixed threads=1, b.Service/* type=virtual"}""");
		String text = this.service.authenticated().get("/actuator/grpctuning/" + file).expect(200).body();
		Path config = Files.writeString(exported.resolve("exported." + ending), text);
		try (RunningService fresh = RunningService.start("--spring.config.additional-location=" + config)) {
			assertThat(new TuningEndpoint(fresh).<List<Object>>whole("$.knobs[*]['name','configured','effective']"))
				.isEqualTo(this.endpoint.<List<Object>>whole("$.knobs[*]['name','configured','effective']"));
		}
	}

	@Test
	void whenSettingsAreExportedAsVariablesThenTheyAreThoseOfSpringBoot() throws Exception {
		this.endpoint.change("{\"worker-threads\": 2, \"executor.routes\": \"a.Service/* type=direct\"}");
		assertThat(this.service.authenticated().get("/actuator/grpctuning/application.env").expect(200).body())
			.contains("GRPC_TUNING_WORKERTHREADS=2\n", "GRPC_TUNING_EXECUTOR_ROUTES_0_METHOD=a.Service/*\n");
	}

}
