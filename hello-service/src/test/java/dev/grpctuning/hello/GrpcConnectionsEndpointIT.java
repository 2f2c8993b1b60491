package dev.grpctuning.hello;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import com.jayway.jsonpath.JsonPath;
import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.test.json.JsonContent;

import dev.grpctuning.testkit.Http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Open connections over HTTP, and their graceful end. */
class GrpcConnectionsEndpointIT extends AbstractServiceIT {

	private final Instant before = Instant.now();

	@SuppressWarnings("NullAway.Init")
	private ManagedChannel channel;

	@BeforeEach
	void makeChannel() {
		this.service.channel().enterIdle();
		await().until(() -> connections().isEmpty());
		this.channel = NettyChannelBuilder.forAddress("127.0.0.1", this.service.grpcPort()).usePlaintext().build();
	}

	@AfterEach
	void closeChannel() {
		this.channel.shutdownNow();
		await().until(() -> connections().isEmpty());
	}

	@Test
	void openConnectionIsShownWithItsStreamsAndWindows() throws Exception {
		int accepted = JsonPath.read(endpoint().getJson(), "$.accepted");
		OpenChat chat = OpenChat.on(this.channel);
		assertThat(endpoint()).isLenientlyEqualTo("""
				{"open": 1, "accepted": %d, "refused": 0, "max": 10000, "connections": [{"streams":
				{"open": 1, "maxOpen": 1000, "initialReceiveWindowBytes": 1048576, "draining": false}}]}"""
			.formatted(accepted + 1));
		Map<String, Object> connection = connections().getFirst();
		assertThat(connection.get("remoteAddress")).asString().matches("/127\\.0\\.0\\.1:\\d+");
		assertThat(RunningService.threads("grpc-server-worker-")).contains(String.valueOf(connection.get("eventLoop")));
		assertThat(Instant.parse(String.valueOf(connection.get("opened")))).isBetween(this.before, Instant.now());
		chat.end();
		await()
			.untilAsserted(() -> assertThat(endpoint()).extractingPath("$.connections[0].streams.open").isEqualTo(0));
	}

	@ParameterizedTest
	@ValueSource(strings = { "0", "99999", "999999999999999999" })
	void unknownConnectionIsNotFound(String id) throws Exception {
		assertThat(TuningEndpoint.answer(404, delete(id))).extractingPath("$.message")
			.asString()
			.contains(id, "not open");
	}

	@ParameterizedTest
	@ValueSource(strings = { "one", "-1", "1.5", "0x1", "99999999999999999999" })
	void whatIsNoIdIsRefused(String id) throws Exception {
		assertThat(TuningEndpoint.answer(400, delete(id))).extractingPath("$.message")
			.asString()
			.contains(id, "not the id");
	}

	/** What it answers as soon as the event loops say how the streams are. */
	private JsonContent endpoint() {
		return await().pollDelay(Duration.ZERO)
			.until(() -> TuningEndpoint.answer(200, this.service.actuator("grpcconnections")),
					(answer) -> count(answer, "[?(@.streams.open >= 0)]") == count(answer, "[*]"));
	}

	private static int count(JsonContent answer, String connections) {
		return JsonPath.<List<?>>read(answer.getJson(), "$.connections" + connections).size();
	}

	private List<Map<String, Object>> connections() throws Exception {
		return JsonPath.read(endpoint().getJson(), "$.connections");
	}

	private Http.Answer delete(Object id) {
		return this.service.authenticated().delete("/actuator/grpcconnections/" + id);
	}

}
