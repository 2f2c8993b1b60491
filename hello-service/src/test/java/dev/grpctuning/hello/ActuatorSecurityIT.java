package dev.grpctuning.hello;

import java.util.List;
import java.util.regex.Pattern;

import net.devh.boot.grpc.server.interceptor.GlobalServerInterceptorRegistry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.security.core.userdetails.UserDetailsService;

import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.testkit.Http;

import static org.assertj.core.api.Assertions.assertThat;

/** Who may do what over HTTP. */
@ExtendWith(OutputCaptureExtension.class)
class ActuatorSecurityIT extends AbstractServiceIT {

	private static final Pattern GENERATED = Pattern.compile("generated security password: (\\S+)");

	/** Nobody has run slices there. */
	@Override
	RunningService startService() {
		return RunningService.start();
	}

	@ParameterizedTest
	@CsvSource(textBlock = """
			# method, path, nobody, wrong password, right password
			GET,    /actuator,                         200, 401, 200
			GET,    /actuator/health,                  200, 401, 200
			GET,    /actuator/health/ping,             200, 401, 200
			GET,    /actuator/health/none,             404, 401, 404
			GET,    /actuator/info,                    200, 401, 200
			GET,    /actuator/metrics,                 200, 401, 200
			GET,    /actuator/metrics/jvm.memory.used, 200, 401, 200
			GET,    /actuator/metrics/none,            404, 401, 404
			GET,    /actuator/prometheus,              200, 401, 200
			GET,    /actuator/grpctuning,              200, 401, 200
			GET,    /actuator/grpctuning/transport,    200, 401, 200
			GET,    /actuator/grpctuning/none,         404, 401, 404
			GET,    /actuator/grpcconnections,         200, 401, 200
			GET,    /actuator/grpcslices,              404, 401, 404
			GET,    /actuator/grpcautopilot,           200, 401, 200
			POST,   /actuator/grpcautopilot,           401, 401, 415
			DELETE, /actuator/grpctuning,              401, 401, 405
			DELETE, /actuator/grpcslices,              401, 401, 404
			POST,   /actuator/grpcslices,              401, 401, 415
			POST,   /actuator/grpcconnections,         401, 401, 405
			DELETE, /actuator/grpcconnections/none,    401, 401, 400
			GET,    /actuator/prometheus/none/at/all,  404, 401, 404
			GET,    /actuator/beans,                   401, 401, 200
			GET,    /actuator/configprops,             401, 401, 200
			GET,    /actuator/configprops/server,      401, 401, 200
			GET,    /actuator/env,                     401, 401, 200
			GET,    /actuator/env/server.port,         401, 401, 200
			GET,    /actuator/threaddump,              401, 401, 200
			GET,    /actuator/heapdump,                401, 401, 404
			GET,    /actuator/healthy,                 401, 401, 404
			GET,    /,                                 401, 401, 404
			GET,    /error,                            401, 401, 500
			GET,    /login,                            401, 401, 404
			POST,   /login,                            401, 401, 404
			POST,   /logout,                           401, 401, 404
			POST,   /actuator,                         401, 401, 405
			POST,   /actuator/health,                  401, 401, 405
			POST,   /actuator/info,                    401, 401, 405
			POST,   /actuator/metrics,                 401, 401, 405
			POST,   /actuator/prometheus,              401, 401, 405
			POST,   /actuator/env,                     401, 401, 405
			POST,   /actuator/shutdown,                401, 401, 404
			PUT,    /actuator/health,                  401, 401, 405
			PATCH,  /actuator/health,                  401, 401, 405
			DELETE, /actuator/health,                  401, 401, 405
			DELETE, /actuator/metrics/none,            401, 401, 405
			""")
	void requestIsAnswered(String method, String path, int nobody, int wrongPassword, int rightPassword)
			throws Exception {
		assertAnswer(nobody, method, path, null);
		assertAnswer(wrongPassword, method, path, "wrong");
		assertAnswer(rightPassword, method, path, RunningService.PASSWORD);
	}

	@ParameterizedTest
	@CsvSource({ "POST,/actuator/grpctuning,415", "DELETE,/actuator/grpcconnections/1,404" })
	void tuningIsWrittenOnlyWithThePassword(String method, String path, int rightPassword) throws Exception {
		assertAnswer(401, method, path, null);
		assertAnswer(401, method, path, "wrong");
		assertAnswer(rightPassword, method, path, RunningService.PASSWORD);
	}

	@Test
	void rightPasswordIsNotReplacedByASlowHash() {
		this.service.authenticated().get("/actuator/env").expect(200);
		assertThat(this.service.bean(UserDetailsService.class).loadUserByUsername("admin").getPassword())
			.isEqualTo(RunningService.PASSWORD);
	}

	@Test
	void whenTheApplicationAllowsNoWritesThenThePasswordDoesNotHelpAndIsNotLogged(CapturedOutput output)
			throws Exception {
		try (RunningService readOnly = RunningService.start("--management.endpoint.grpctuning.access=read-only",
				"--management.endpoint.grpcconnections.access=read-only")) {
			assertThat(readOnly.authenticated().post("/actuator/grpctuning", "{\"transport\": \"nio\"}").status())
				.isEqualTo(405);
			readOnly.stub().sayHello(HelloRequest.getDefaultInstance());
			assertThat(readOnly.actuator("grpcconnections").body()).contains("\"id\":1,", "\"draining\":false");
			assertThat(readOnly.authenticated().delete("/actuator/grpcconnections/1").status()).isEqualTo(404);
			assertThat(readOnly.actuator("grpcconnections").body()).contains("\"id\":1,", "\"draining\":false");
			assertThat(readOnly.actuator("grpctuning").status()).isEqualTo(200);
			assertThat(output).contains("Started").doesNotContain("password");
		}
	}

	@Test
	void whenNoPasswordIsSetThenOneIsGeneratedAndLoggedOnce(CapturedOutput output) throws Exception {
		try (RunningService generated = RunningService.start("--spring.security.user.password=")) {
			generated.actuator("grpctuning").expect(200);
			List<String> passwords = GENERATED.matcher(output).results().map((found) -> found.group(1)).toList();
			assertThat(passwords).hasSize(1);
			String path = "/actuator/grpcconnections/none";
			generated.http().delete(path).expect(401);
			generated.http().as("wrong").delete(path).expect(401);
			generated.http().as(passwords.getFirst()).delete(path).expect(400);
		}
	}

	@Test
	void grpcCallsAreNotIntercepted() {
		assertThat(this.service.bean(GlobalServerInterceptorRegistry.class).getServerInterceptors())
			.extracting((interceptor) -> interceptor.getClass().getPackageName())
			.isNotEmpty()
			.noneMatch((name) -> name.contains("security"));
	}

	private void assertAnswer(int status, String method, String path, @Nullable String password) {
		Http.Answer response = this.service.http().as(password).send(method, path);
		assertThat(response.status()).as("%s %s with password %s", method, path, password).isEqualTo(status);
		assertThat(response.headers().firstValue("Set-Cookie")).isEmpty();
		if (status == 401) {
			assertThat(response.headers().firstValue("WWW-Authenticate"))
				.hasValueSatisfying((challenge) -> assertThat(challenge).startsWith("Basic "));
		}
	}

}
