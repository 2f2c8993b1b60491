package dev.grpctuning.console;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Stream;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a browser requests.
 *
 * @param base address of the endpoint
 */
record Page(String base, @Nullable String user) {

	private static final HttpClient CLIENT = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

	Page as(@Nullable String other) {
		return new Page(this.base, other);
	}

	HttpResponse<String> get(String path) {
		return send("GET", path, "");
	}

	/**
	 * Sends a request.
	 * @param headers names and values by turns
	 */
	HttpResponse<String> send(String method, String path, String body, String... headers) {
		try {
			HttpRequest.Builder request = request(path).method(method,
					body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
			return CLIENT.send(((headers.length > 0) ? request.headers(headers) : request).build(),
					HttpResponse.BodyHandlers.ofString());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	private HttpRequest.Builder request(String path) {
		HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(this.base + path));
		if (this.user != null) {
			byte[] credentials = (this.user + ":password").getBytes();
			request.header("Authorization", "Basic " + Base64.getEncoder().encodeToString(credentials));
		}
		return request;
	}

	/** Opens the stream of events. */
	Events events() {
		List<Events> opened = new ArrayList<>();
		assertThat(tryEvents(opened::add)).isTrue();
		return opened.get(0);
	}

	/** Opens the stream of events, if there is a place. */
	boolean tryEvents(Consumer<Events> opened) {
		try {
			HttpResponse<Stream<String>> response = CLIENT.send(request("/console/events").build(),
					HttpResponse.BodyHandlers.ofLines());
			if (response.statusCode() != 200) {
				response.body().close();
				return false;
			}
			opened.accept(new Events(response));
			return true;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	/** Events of an open page. */
	static final class Events implements AutoCloseable {

		private final HttpResponse<Stream<String>> response;

		private final List<String> lines = new CopyOnWriteArrayList<>();

		private final Thread reader;

		private volatile boolean cutOff;

		private Events(HttpResponse<Stream<String>> response) {
			this.response = response;
			// Here, because the page may be closed before the thread runs.
			Iterator<String> read = response.body().iterator();
			this.reader = new Thread(() -> {
				try {
					read.forEachRemaining(this.lines::add);
				}
				catch (UncheckedIOException ex) {
					this.cutOff = true;
				}
			}, "events");
			this.reader.setDaemon(true);
			this.reader.start();
		}

		HttpResponse<?> response() {
			return this.response;
		}

		/** Data of the events of a name, as they came. */
		List<String> of(String name) {
			List<String> all = List.copyOf(this.lines);
			return Stream.iterate(0, (i) -> i + 1 < all.size(), (i) -> i + 1)
				.filter((i) -> all.get(i).equals("event: " + name))
				.map((i) -> all.get(i + 1).substring("data: ".length()))
				.toList();
		}

		/** Waits for so many events of a name, and returns the last of them. */
		JsonObject await(String name, int count) {
			org.awaitility.Awaitility.await().until(() -> of(name).size() >= count);
			return JsonParser.parseString(of(name).get(count - 1)).getAsJsonObject();
		}

		/** Whether the connection ended before the response did. */
		boolean isCutOff() {
			return this.cutOff;
		}

		void awaitEnd() throws InterruptedException {
			this.reader.join(60_000);
			assertThat(this.reader.isAlive()).isFalse();
		}

		@Override
		public void close() {
			this.response.body().close();
		}

	}

}
