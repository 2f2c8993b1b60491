package dev.grpctuning.attack;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * What a hostile client does. Attacks that are not over when they are told to stop close
 * their sockets.
 */
enum Attack {

	RAPID_RESET("rapid reset: calls that are cancelled at once", (port, goesOn) -> Floods.resets(port, goesOn, false)),

	RAPID_RESET_WITH_DATA("rapid reset with messages", (port, goesOn) -> Floods.resets(port, goesOn, true)),

	SLOW_READER("1,000 calls for 4 MiB each, whose responses are never read", HostileCalls::unread),

	SETTINGS_FLOOD("SETTINGS flood",
			(port, goesOn) -> Floods.frames(port, goesOn, Http2Socket.SETTINGS, 0, new byte[0], true)),

	UNREAD_SETTINGS_ACKS("SETTINGS flood, ACKs never read",
			(port, goesOn) -> Floods.frames(port, goesOn, Http2Socket.SETTINGS, 0, new byte[0], false)),

	PING_FLOOD("PING flood", (port, goesOn) -> Floods.frames(port, goesOn, Http2Socket.PING, 0, new byte[8], true)),

	PING_ANSWERS("answers to PINGs that the server never sent, nothing read",
			(port, goesOn) -> Floods.frames(port, goesOn, Http2Socket.PING, Http2Socket.ACK,
					Floods.GRACEFUL_SHUTDOWN_PING, false)),

	CONTINUATION_FLOOD("CONTINUATION flood", Floods::continuations),

	UNFINISHED_HEADERS("500 connections with unfinished header blocks",
			(port, goesOn) -> HostileConnections.keep(port, goesOn, 500,
					(socket) -> socket.begin(-1).call(1, 0, HostileCalls.HEADERS))),

	ENDLESS_BODY("100 calls whose message comes byte by byte", HostileCalls::endless),

	LARGE_METADATA("calls with 9 KiB of metadata",
			(port, goesOn) -> HostileCalls.repeat(port, goesOn, Http2Socket.headers("x-large", "a".repeat(9 << 10)),
					new byte[0])),

	LARGE_MESSAGES("messages of 4 MiB and a byte",
			(port, goesOn) -> HostileCalls.repeat(port, goesOn, HostileCalls.HEADERS, new byte[(4 << 20) + 1])),

	TOO_MANY_STREAMS("10,000 never-ending calls on one connection", HostileCalls::tooMany),

	HTTP_1("HTTP/1.1 requests",
			(port, goesOn) -> HostileConnections.repeat(port, goesOn,
					"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII))),

	TLS_HELLO("TLS ClientHellos on a plaintext port",
			(port, goesOn) -> HostileConnections.repeat(port, goesOn, HostileConnections.clientHello())),

	SILENT_CONNECTIONS("9,000 connections that send nothing",
			(port, goesOn) -> HostileConnections.keep(port, goesOn, 9000, (socket) -> {
			})),

	IDLE_CONNECTIONS("2,000 connections without calls",
			(port, goesOn) -> HostileConnections.keep(port, goesOn, 2000, (socket) -> socket.begin(-1))),

	HALF_OPEN_TLS("4,000 TLS handshakes that stop after the ClientHello", (port, goesOn) -> {
		byte[] hello = HostileConnections.clientHello();
		HostileConnections.keep(port, goesOn, 4000, (socket) -> socket.bytes(hello));
	}),

	PLAINTEXT_ON_TLS("HTTP/2 without TLS on a TLS port",
			(port, goesOn) -> HostileConnections.repeat(port, goesOn, Http2Socket.PREFACE));

	/** Of an attack, and of what it is compared with. */
	static final Duration LENGTH = Duration.ofSeconds(1);

	private final String description;

	private final Hostile client;

	Attack(String description, Hostile client) {
		this.description = description;
		this.client = client;
	}

	String description() {
		return this.description;
	}

	/** Whether it attacks a server with TLS. */
	boolean needsTls() {
		return this == HALF_OPEN_TLS || this == PLAINTEXT_ON_TLS;
	}

	/**
	 * Whether it begins with thousands of calls or connections at once. On two cores that
	 * it shares with the server, all others wait for them.
	 */
	boolean beginsWithBurst() {
		return this == TOO_MANY_STREAMS || this == SILENT_CONNECTIONS || this == IDLE_CONNECTIONS
				|| this == HALF_OPEN_TLS;
	}

	/** How long it goes on: thousands of connections take a second to open. */
	Duration length() {
		return beginsWithBurst() ? Duration.ofMillis(1500) : LENGTH;
	}

	/** Attacks until it is told to stop, or the server hangs up. */
	void run(int port, BooleanSupplier goesOn) throws IOException {
		this.client.run(port, goesOn);
	}

	/** A client that attacks a port. */
	@FunctionalInterface
	private interface Hostile {

		void run(int port, BooleanSupplier goesOn) throws IOException;

	}

}
