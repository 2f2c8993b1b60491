package dev.grpctuning.containers;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Who may change the tuning, with and without a password in .env.
 */
@RequiresEngine
class PasswordIT {

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
	void whenNoneIsSetThenOneIsGeneratedAndLoggedOnce() {
		this.stack.up("hello-service").orFail();
		List<String> generated = GENERATED.matcher(String.join("\n", this.stack.logs("hello-service")))
			.results()
			.map((found) -> found.group(1))
			.toList();
		assertThat(generated).hasSize(1);
		assertWritingNeeds(generated.getFirst());
	}

	@Test
	void whenOneIsSetThenItIsNotLogged() {
		this.stack.set("SPRING_SECURITY_USER_PASSWORD", Stack.PASSWORD).up("hello-service").orFail();
		assertThat(this.stack.logs("hello-service")).noneMatch((line) -> line.contains("password"));
		assertWritingNeeds(Stack.PASSWORD);
	}

	@Test
	void grafanaHasNoAdminUnlessItHasAPassword() {
		assertThat(grafana()).contains("GF_AUTH_DISABLE_LOGIN_FORM: \"\"", "GF_SECURITY_ADMIN_PASSWORD: \"\"",
				"GF_SECURITY_DISABLE_INITIAL_ADMIN_CREATION: \"\"");
		this.stack.set("GRAFANA_ADMIN_PASSWORD", Stack.PASSWORD);
		assertThat(grafana()).contains("GF_AUTH_DISABLE_LOGIN_FORM: \"false\"",
				"GF_SECURITY_ADMIN_PASSWORD: " + Stack.PASSWORD,
				"GF_SECURITY_DISABLE_INITIAL_ADMIN_CREATION: \"false\"");
	}

	private String grafana() {
		return this.stack.compose("config", "grafana").orFail().output();
	}

	private void assertWritingNeeds(String password) {
		assertThat(this.stack.hello().effective("executor.type")).isEqualTo("fork-join");
		assertThat(this.stack.hello().change("", CHANGE)).isEqualTo(401);
		assertThat(this.stack.hello().change("wrong", CHANGE)).isEqualTo(401);
		assertThat(this.stack.hello().effective("executor.type")).isEqualTo("fork-join");
		assertThat(this.stack.hello().change(password, CHANGE)).isEqualTo(200);
		assertThat(this.stack.hello().effective("executor.type")).isEqualTo("virtual");
	}

}
