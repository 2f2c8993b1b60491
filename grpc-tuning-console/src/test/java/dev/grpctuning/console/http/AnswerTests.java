package dev.grpctuning.console.http;

import java.nio.charset.StandardCharsets;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Files, headers and refusals. */
class AnswerTests {

	private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; "
			+ "style-src-attr 'unsafe-inline'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; "
			+ "form-action 'none'; frame-ancestors 'none'";

	private final ConsoleFiles files = new ConsoleFiles();

	@Test
	void pageAndEveryFileThatItNamesAreThere() {
		Answer page = get("");
		assertThat(page.status()).isEqualTo(200);
		assertThat(page.headers()).containsEntry("Content-Type", "text/html;charset=UTF-8");
		assertThat(Pattern.compile("(?:src|href)=\"console/([^\"]+)\"")
			.matcher(new String(page.body(), StandardCharsets.UTF_8))
			.results()
			.map((MatchResult file) -> file.group(1))).isNotEmpty()
			.allSatisfy((file) -> assertThat(get("/" + file).status()).as(file).isEqualTo(200));
	}

	/** Nothing of it would run under the policy. */
	@Test
	void pageHasNoScriptOrStyleInside() {
		assertThat(new String(get("").body(), StandardCharsets.UTF_8)).doesNotContainPattern("<script(?![^>]* src=)")
			.doesNotContain("<style", "javascript:")
			.doesNotContainPattern("\\son[a-z]+=");
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "/none.js", "/console.html", "/../../application.yml", "/package-info.class", "//console.js",
					"/console.js/", "/CONSOLE.JS", "/..%2fconsole.js", "/\u0000.js", "/http/ConsoleFiles.class" })
	void whenThereIsNoSuchFileThenTheHeadersAreThereAllTheSame(String path) {
		Answer answer = get(path);
		assertThat(answer.status()).isEqualTo(404);
		assertSecured(answer);
		assertThat(answer.headers()).containsEntry("Cache-Control", "no-store");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "/", "/console.css", "/events" })
	void everyAnswerHasTheHeaders(String path) {
		assertSecured(get(path));
	}

	@Test
	void whenTheBrowserHasTheFileThenItIsNotSentAgain() {
		String tag = get("/console.css").headers().get("ETag");
		Answer again = Answer.to("GET", "/console.css", "\"other\", " + tag, this.files);
		assertThat(again.status()).isEqualTo(304);
		assertThat(again.body()).isEmpty();
		assertThat(again.headers()).containsEntry("ETag", tag).containsEntry("Cache-Control", "no-cache");
	}

	@Test
	void eventsAreNotCachedAndNotBuffered() {
		assertThat(get("/events").stream()).isTrue();
		assertThat(get("/events").headers()).containsEntry("Content-Type", "text/event-stream;charset=UTF-8")
			.containsEntry("Cache-Control", "no-store")
			.containsEntry("X-Accel-Buffering", "no");
	}

	@ParameterizedTest
	@ValueSource(strings = { "POST", "PUT", "DELETE", "OPTIONS", "TRACE" })
	void nothingCanBeWritten(String method) {
		Answer answer = Answer.to(method, "", null, this.files);
		assertThat(answer.status()).isEqualTo(405);
		assertThat(answer.headers()).containsEntry("Allow", "GET, HEAD");
		assertSecured(answer);
	}

	@Test
	void whenTooManyPagesAreOpenThenOneLineSaysWhatToDo() {
		Answer full = Answer.full(20);
		assertThat(full.status()).isEqualTo(503);
		assertThat(new String(full.body(), StandardCharsets.UTF_8))
			.startsWith("The console cannot serve more pages: either 20 are open")
			.endsWith("raise grpc.tuning.console.max-viewers.\n");
		assertSecured(full);
	}

	private Answer get(String path) {
		return Answer.to("GET", path, null, this.files);
	}

	private static void assertSecured(Answer answer) {
		assertThat(answer.headers()).containsEntry("Content-Security-Policy", POLICY)
			.containsEntry("X-Content-Type-Options", "nosniff")
			.containsEntry("Referrer-Policy", "no-referrer")
			.containsEntry("Cross-Origin-Opener-Policy", "same-origin")
			.containsEntry("Cross-Origin-Resource-Policy", "same-origin");
	}

}
