package dev.grpctuning.containers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

import org.testcontainers.utility.DockerImageName;

/** The images, under a tag that is not that of anybody's stack. */
final class Images {

	static final String TAG = "test";

	static final Path REPOSITORY = Path.of("..").toAbsolutePath().normalize();

	static final DockerImageName HELLO_SERVICE = DockerImageName.parse("grpc-tuning/hello-service:" + TAG);

	private static boolean built;

	private Images() {
	}

	/** Builds them as docker-compose.yml says, once. */
	static synchronized void build() {
		if (built) {
			return;
		}
		try {
			Outcome.of(REPOSITORY, "env", "TAG=" + TAG, "docker", "compose", "build", "hello-service", "load-client")
				.orFail();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		built = true;
	}

}
