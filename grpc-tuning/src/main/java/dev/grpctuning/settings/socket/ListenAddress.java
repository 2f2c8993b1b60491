package dev.grpctuning.settings.socket;

import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Address that a server listens on.
 *
 * @param host name or IP address, without brackets
 */
public record ListenAddress(String host, int port) {

	private static final Pattern FORM = Pattern.compile("(?:\\[([\\p{XDigit}:.%\\w]+)]|([^:\\[\\]\\s]+)):(\\d{1,5})");

	private static final int MAX_PORT = 65535;

	/** Reads {@code host:port}, with an IPv6 address in brackets. */
	public static Optional<ListenAddress> of(String text) {
		Matcher form = FORM.matcher(text);
		if (!form.matches()) {
			return Optional.empty();
		}
		int port = Integer.parseInt(form.group(3));
		String host = (form.group(1) != null) ? form.group(1) : form.group(2);
		return (port >= 1 && port <= MAX_PORT) ? Optional.of(new ListenAddress(host, port)) : Optional.empty();
	}

	/** Whether both cannot be bound at once: they are equal, or one is the wildcard. */
	public boolean overlaps(InetSocketAddress other) {
		InetSocketAddress own = new InetSocketAddress(this.host, this.port);
		return !own.isUnresolved() && own.getPort() == other.getPort() && (own.equals(other)
				|| own.getAddress().isAnyLocalAddress() || other.getAddress().isAnyLocalAddress());
	}

	/** Returns why texts are not distinct addresses, {@code null} if they are. */
	public static @Nullable String refusal(List<?> texts) {
		Set<ListenAddress> distinct = new HashSet<>();
		for (Object text : texts) {
			Optional<ListenAddress> address = of((String) text);
			if (address.isEmpty()) {
				return "has %s, which is not an address; use host:port with a port from 1 to 65535, such as 127.0.0.1:9091 "
					.formatted(text) + "or [::1]:9091.";
			}
			if (!distinct.add(address.get())) {
				return "has %s twice; leave one of them out.".formatted(text);
			}
		}
		return null;
	}

}
