package dev.grpctuning.containers;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** What an edit of the file and of .env changes, and who may change the tuning. */
@RequiresEngine
class ConfigurationIT {

	private static final String SERVICE = "hello-service";

	private static final String FILE = "config/application.yml";

	private static final Pattern GENERATED = Pattern.compile("generated security password: (\\S+)");

	private static final String CHANGE = "{\"executorType\": \"virtual\"}";

	@TempDir
	private Path folder;

	private Stack stack;

	@BeforeEach
	void make() {
		this.stack = new Stack(this.folder);
	}

	@AfterEach
	void remove() {
		this.stack.close();
	}

	@Test
	void whenNoPasswordIsSetThenEachStartLogsOneAndTakesUpTheEditedFile() {
		this.stack.up(SERVICE).orFail();
		assertThat(this.stack.effective("max-concurrent-calls-per-connection")).isEqualTo("1000");
		assertThat(generated()).hasSize(1);
		assertWritingNeeds(generated().getFirst(), "fork-join");

		this.stack.write(FILE, """
				spring.profiles.active: fork-join
				grpc.tuning.executor.type: fixed
				grpc.tuning.worker-threads: 1
				""");
		this.stack.compose("restart", SERVICE).orFail();
		this.stack.up(SERVICE).orFail();
		assertThat(this.stack.effective("worker-threads")).isEqualTo("1");
		assertThat(this.stack.effective("max-concurrent-calls-per-connection")).isEqualTo("null");
		assertThat(generated()).hasSize(2).doesNotHaveDuplicates();
		assertThat(change(generated().getFirst())).isEqualTo(401);
		assertWritingNeeds(generated().getLast(), "fixed");
	}

	@Test
	void whenAPropertyIsAVariableThenItWinsOverTheFile() {
		this.stack.write(FILE, "grpc.tuning.executor.type: virtual\ngrpc.tuning.limit.concurrent-calls: 7\n");
		this.stack.set("GRPC_TUNING_EXECUTOR_TYPE", "cached")
			.set("SPRING_PROFILES_ACTIVE", "netty")
			.set("SPRING_SECURITY_USER_PASSWORD", Stack.PASSWORD);
		this.stack.up(SERVICE).orFail();
		assertThat(this.stack.effective("limit.concurrent-calls")).isEqualTo("7");
		assertThat(this.stack.effective("max-concurrent-calls-per-connection")).isEqualTo("null");
		assertThat(this.stack.logs(SERVICE)).noneMatch((line) -> line.contains("password"));
		assertWritingNeeds(Stack.PASSWORD, "cached");
	}

	@Test
	void grafanaHasNoAdminUnlessItHasAPassword() {
		assertThat(grafana()).contains("GF_AUTH_DISABLE_LOGIN_FORM: \"\"", "GF_SECURITY_ADMIN_PASSWORD: \"\"",
				"GF_SECURITY_DISABLE_INITIAL_ADMIN_CREATION: \"\"");
		this.stack.set("GRAFANA_ADMIN_PASSWORD", Stack.PASSWORD);
		assertThat(grafana()).contains("GF_AUTH_DISABLE_LOGIN_FORM: \"false\"",
				"GF_SECURITY_ADMIN_PASSWORD: " + Stack.PASSWORD,
				"GF_SECURITY_DISABLE_INITIAL_ADMIN_CREATION: \"false\"");
		assertThat(this.stack.compose("--profile", "compare", "config").orFail().output().split(Stack.PASSWORD))
			.hasSize(2);
	}

	private String grafana() {
		return this.stack.compose("config", "grafana").orFail().output();
	}

	/** The passwords that the service has generated, one at each start. */
	private List<String> generated() {
		return GENERATED.matcher(String.join("\n", this.stack.logs(SERVICE)))
			.results()
			.map((found) -> found.group(1))
			.toList();
	}

	private void assertWritingNeeds(String password, String executor) {
		assertThat(this.stack.effective("executor.type")).isEqualTo(executor);
		assertThat(change(null)).isEqualTo(401);
		assertThat(change("wrong")).isEqualTo(401);
		assertThat(this.stack.effective("executor.type")).isEqualTo(executor);
		assertThat(change(password)).isEqualTo(200);
		assertThat(this.stack.effective("executor.type")).isEqualTo("virtual");
	}

	private int change(@Nullable String password) {
		return this.stack.hello().as(password).post("/actuator/grpctuning", CHANGE).status();
	}

}
