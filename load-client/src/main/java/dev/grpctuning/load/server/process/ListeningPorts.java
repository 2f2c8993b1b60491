package dev.grpctuning.load.server.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Ports of 127.0.0.1 on which a process or one of its children listens. */
public record ListeningPorts(ProcessHandle process) {

	private static final List<Path> TABLES = List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"));

	/**
	 * A socket that listens on a port of 127.0.0.1 or of all addresses, of IPv4 or in
	 * IPv6. The group is its inode.
	 */
	private static final String LISTENING = " *\\d+: (?:0{24}|0{16}FFFF0000)?(?:0100007F|0{8}):%04X \\S+ 0A(?: +\\S+){5} +(\\d+) .*";

	/** Whether it listens on a port; always so where there is no Linux to see it. */
	public boolean has(int port) throws IOException {
		Pattern listening = Pattern.compile(LISTENING.formatted(port));
		Set<Path> sockets = new HashSet<>();
		boolean visible = false;
		for (Path table : TABLES) {
			if (Files.exists(table)) {
				visible = true;
				Files.readAllLines(table)
					.stream()
					.map(listening::matcher)
					.filter(Matcher::matches)
					.forEach((socket) -> sockets.add(Path.of("socket:[" + socket.group(1) + "]")));
			}
		}
		return !visible || (!sockets.isEmpty() && Stream.concat(Stream.of(this.process), this.process.descendants())
			.anyMatch((each) -> holdsAny(each, sockets)));
	}

	private static boolean holdsAny(ProcessHandle process, Set<Path> sockets) {
		try (Stream<Path> files = Files.list(Path.of("/proc", String.valueOf(process.pid()), "fd"))) {
			return files.anyMatch((file) -> isAny(file, sockets));
		}
		catch (IOException ex) {
			// The process has ended, or is somebody else's.
			return false;
		}
	}

	private static boolean isAny(Path file, Set<Path> sockets) {
		try {
			return sockets.contains(Files.readSymbolicLink(file));
		}
		catch (IOException ex) {
			// The process has closed it.
			return false;
		}
	}

}
