package dev.grpctuning.load.server;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;

/** User of a server's actuator. */
public record ServerCredentials(String user, String password) {

	private static final int RANDOM_BYTES = 16;

	/** A user of the lab itself, with a generated password. */
	public static ServerCredentials random() {
		byte[] bytes = new byte[RANDOM_BYTES];
		new SecureRandom().nextBytes(bytes);
		return new ServerCredentials("lab", HexFormat.of().formatHex(bytes));
	}

	String authorization() {
		return "Basic " + Base64.getEncoder()
			.encodeToString((this.user + ":" + this.password).getBytes(StandardCharsets.UTF_8));
	}

	@Override
	public String toString() {
		return this.user + ":******";
	}

}
