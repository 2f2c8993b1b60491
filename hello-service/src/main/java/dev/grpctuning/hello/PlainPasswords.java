package dev.grpctuning.hello;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

import org.springframework.security.crypto.password.AbstractValidatingPasswordEncoder;

/**
 * Compares plain passwords in constant time. A slow hash protects a stolen list of
 * passwords. Here the only password is in the environment of the process, and a hash
 * would cost some 100 ms of CPU for each request, even of strangers. A long random
 * password protects against guessing.
 */
final class PlainPasswords extends AbstractValidatingPasswordEncoder {

	@Override
	protected String encodeNonNullPassword(String password) {
		return password;
	}

	@Override
	protected boolean matchesNonNull(String given, String password) {
		return MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), password.getBytes(StandardCharsets.UTF_8));
	}

}
