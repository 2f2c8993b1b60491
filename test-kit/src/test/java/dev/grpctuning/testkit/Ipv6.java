package dev.grpctuning.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;

import org.junit.jupiter.api.Assumptions;

/** The loopback address of IPv6, which some machines do not have. */
public final class Ipv6 {

	private static final String REQUIRED = "ipv6.required";

	private Ipv6() {
	}

	/**
	 * Returns the address. Without it the test is skipped, or fails with
	 * {@code -Dipv6.required=true}.
	 */
	public static InetAddress loopback() throws IOException {
		InetAddress loopback = InetAddress.getByName("::1");
		if (NetworkInterface.getByInetAddress(loopback) == null) {
			String reason = "no interface of this machine has the address ::1";
			if (Boolean.getBoolean(REQUIRED)) {
				throw new IllegalStateException("%s (%s=true)".formatted(reason, REQUIRED));
			}
			Assumptions.abort(reason);
		}
		return loopback;
	}

}
