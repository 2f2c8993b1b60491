package dev.grpctuning.containers;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Two load clients of one stack, and what they counted together. */
@RequiresEngine
class MergeIT {

	private static final String COUNT = "grpc_server_call_duration_seconds_count{grpc_method=\"hello.v1.HelloService/SayHello\"";

	@TempDir
	private Path folder;

	@Test
	void countsOfTwoClientsAddUpToWhatTheServerCounted() throws Exception {
		try (Stack stack = new Stack(this.folder)) {
			stack.set("LOAD_OUTPUT", "-").set("LOAD_OPEN_RATE", "20").set("PORT_LOAD", "0");
			stack
				.compose("up", "-d", "--wait", "--no-build", "--scale", "load-client=2", "hello-service", "load-client")
				.orFail();
			await().atMost(Duration.ofMinutes(4)).ignoreExceptions().until(() -> calls(stack) > 100);
			List<String> clients = stack.compose("ps", "-q", "load-client").orFail().output().lines().toList();
			stack.compose("stop", "load-client").orFail();
			List<String> merge = new ArrayList<>(List.of("docker", "run", "--rm", "--user=0", "--volume",
					this.folder + ":/results:ro", "grpc-tuning/load-client:" + Images.TAG, "merge", "--load.output=-"));
			for (String client : clients) {
				String name = client + ".log";
				stack.write(name, Outcome.of(this.folder, "docker", "logs", client).orFail().output());
				merge.add("/results/" + name);
			}
			JsonObject merged = JsonParser
				.parseString(Outcome.of(this.folder, merge.toArray(String[]::new)).orFail().output())
				.getAsJsonObject();
			assertThat(merged.getAsJsonArray("clients")).hasSize(2);
			JsonObject counts = merged.getAsJsonObject("load").getAsJsonObject("counts");
			assertThat(counts.get("started").getAsLong()).isEqualTo(counts.get("ok").getAsLong()).isGreaterThan(100);
			assertThat(calls(stack)).isEqualTo(counts.get("ok").getAsLong());
		}
	}

	/** Calls that the server has counted, of every status. */
	private static long calls(Stack stack) {
		return (long) stack.hello().get("/actuator/prometheus").expect(200).samples(COUNT).sum();
	}

}
