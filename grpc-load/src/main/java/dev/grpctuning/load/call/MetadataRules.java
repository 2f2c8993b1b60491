package dev.grpctuning.load.call;

import java.util.List;
import java.util.Locale;
import java.util.Set;

import io.grpc.Metadata;
import org.jspecify.annotations.Nullable;

/** What metadata reaches a server as given, with every engine. */
public final class MetadataRules {

	/** HTTP/2 forbids them, because in HTTP/1 they are about one connection. */
	private static final Set<String> OF_CONNECTIONS = Set.of("connection", "keep-alive", "proxy-connection",
			"transfer-encoding", "upgrade");

	/** gRPC sets or drops them. */
	private static final Set<String> RESERVED = Set.of("accept-encoding", "content-encoding", "content-length",
			"content-type", "grpc-accept-encoding", "grpc-encoding", "grpc-timeout", "host", "te", "user-agent");

	private MetadataRules() {
	}

	/** Returns why a key or one of its values would not arrive as given, if so. */
	public static @Nullable String refusal(String key, List<String> values) {
		if (OF_CONNECTIONS.contains(key)) {
			return "The key must be one that HTTP/2 allows; leave it out";
		}
		if (RESERVED.contains(key)) {
			return "The key must not be one that gRPC sets itself; leave it out, or use load.deadline, load.compression, load.authority or grpc.client.GLOBAL.user-agent";
		}
		if (!isKey(key)) {
			return "The key must be a gRPC metadata key of letters, digits, '-', '_' and '.'";
		}
		return (key.endsWith(Metadata.BINARY_HEADER_SUFFIX) || values.stream().allMatch(MetadataRules::isValue)) ? null
				: "The value must be of printable ASCII characters, without a space at either end";
	}

	private static boolean isKey(String key) {
		try {
			Metadata.Key.of(key.replaceFirst("(-bin)+$", ""), Metadata.ASCII_STRING_MARSHALLER);
			return key.equals(key.toLowerCase(Locale.ROOT));
		}
		catch (IllegalArgumentException ex) {
			return false;
		}
	}

	private static boolean isValue(String value) {
		return value.matches("[ -~]*") && value.strip().equals(value);
	}

}
