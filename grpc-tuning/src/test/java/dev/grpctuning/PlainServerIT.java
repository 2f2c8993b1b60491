package dev.grpctuning;

import dev.grpctuning.testkit.ServerCertificate;
import dev.grpctuning.testkit.greeting.GreetingServer;
import dev.grpctuning.testkit.greeting.GreetingServerContract;

class PlainServerIT extends GreetingServerContract {

	@Override
	protected GreetingServer start(String... properties) {
		return PlainServer.start(properties);
	}

	@Override
	protected GreetingServer start(ServerCertificate certificate, String... properties) {
		return new PlainServer.Options().tls(certificate).start(properties);
	}

}
