package dev.grpctuning.orders;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

import org.springframework.security.crypto.password.AbstractValidatingPasswordEncoder;

/**
 * Compares passwords as they are, in a time that does not depend on what is right in
 * them. A slow hash protects a stolen list of passwords. Here the only one is in the
 * environment of the process, and each request, also of strangers, would cost 100 ms of
 * CPU. What protects against guessing is a long random password.
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
