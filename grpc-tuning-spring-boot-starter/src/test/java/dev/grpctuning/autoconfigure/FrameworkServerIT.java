package dev.grpctuning.autoconfigure;

import java.util.stream.Stream;

import dev.grpctuning.testkit.ServerCertificate;
import dev.grpctuning.testkit.greeting.GreetingServer;
import dev.grpctuning.testkit.greeting.GreetingServerContract;

/** The server of whichever starter is on the class path. */
class FrameworkServerIT extends GreetingServerContract {

	@Override
	protected GreetingServer start(String... properties) {
		return TunedApplication.start(properties);
	}

	@Override
	protected GreetingServer start(ServerCertificate certificate, String... properties) {
		return TunedApplication
			.start(Stream.concat(certificate.arguments().stream(), Stream.of(properties)).toArray(String[]::new))
			.reachedBy("127.0.0.1", certificate.client());
	}

}
