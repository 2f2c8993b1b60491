package dev.grpctuning.testkit.greeting;

import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Living platform threads of tuned servers. */
public final class GrpcServerThreads {

	private GrpcServerThreads() {
	}

	public static List<String> names() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.map(Thread::getName)
			.filter((name) -> name.matches("grpc-server-(boss|worker|app|canary|route|drain|executor|health)-.*"))
			.toList();
	}

	public static void awaitNone() {
		await().untilAsserted(() -> assertThat(names()).isEmpty());
	}

}
