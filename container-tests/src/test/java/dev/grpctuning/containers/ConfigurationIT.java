package dev.grpctuning.containers;

import java.nio.file.Path;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What an edit changes in the service, as it says itself.
 */
@RequiresEngine
class ConfigurationIT {

	private static final String SERVICE = "hello-service";

	private static final String FILE = "config/application.yml";

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
	void whenThePropertyFileIsEditedThenARestartTakesItUp() {
		this.stack.up(SERVICE).orFail();
		assertThat(this.stack.hello().effective("executor.type")).isEqualTo("fork-join");

		this.stack.write(FILE, "grpc.tuning.executor.type: virtual\ngrpc.tuning.worker-threads: 1\n");
		restart();
		assertThat(this.stack.hello().effective("executor.type")).isEqualTo("virtual");
		assertThat(this.stack.hello().effective("worker-threads")).isEqualTo("1");
		assertThat(this.stack.hello().effective("max-concurrent-calls-per-connection")).isEqualTo("1000");

		this.stack.write(FILE, "spring.profiles.active: direct\n");
		restart();
		assertThat(this.stack.hello().effective("executor.type")).isEqualTo("direct");
	}

	@Test
	void whenAPropertyIsAVariableThenItWinsOverTheFile() {
		this.stack.write(FILE, "grpc.tuning.executor.type: virtual\ngrpc.tuning.limit.concurrent-calls: 7\n");
		this.stack.set("GRPC_TUNING_EXECUTOR_TYPE", "cached").set("SPRING_PROFILES_ACTIVE", "netty");
		this.stack.up(SERVICE).orFail();
		assertThat(this.stack.hello().effective("executor.type")).isEqualTo("cached");
		assertThat(this.stack.hello().effective("limit.concurrent-calls")).isEqualTo("7");
		assertThat(this.stack.hello().effective("max-concurrent-calls-per-connection")).isEqualTo("null");
	}

	private void restart() {
		this.stack.compose("restart", SERVICE).orFail();
		this.stack.up(SERVICE).orFail();
	}

}
