package dev.grpctuning.load.service;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A framework that builds a service's gRPC server and has properties for it. */
enum Framework {

	SPRING_BOOT("spring.grpc.server.address", "spring.grpc.server.port", "spring-boot-grpc-server-",
			"org/springframework/boot/grpc/server/autoconfigure/GrpcServerServicesAutoConfiguration.class"),

	/** Has classes in the same packages, but its address property has the port too. */
	SPRING_GRPC_1("spring.grpc.server.host", "spring.grpc.server.port", "spring-grpc-server-spring-boot-",
			"org/springframework/boot/grpc/server/autoconfigure/GrpcServerFactoryAutoConfiguration.class"),

	NET_DEVH("grpc.server.address", "grpc.server.port", "grpc-server-spring-boot-",
			"net/devh/boot/grpc/server/serverfactory/GrpcServerConfigurer.class");

	private final String address;

	private final String port;

	private final String library;

	private final String type;

	Framework(String address, String port, String library, String type) {
		this.address = address;
		this.port = port;
		this.library = library;
		this.type = type;
	}

	String address() {
		return this.address;
	}

	String port() {
		return this.port;
	}

	/**
	 * Finds the frameworks of a jar: as a library in it or beside it, or unpacked among
	 * its classes.
	 */
	static List<Framework> in(JarFile jar) throws IOException {
		Manifest manifest = jar.getManifest();
		String beside = (manifest != null) ? manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH) : null;
		Set<String> files = Stream
			.concat(jar.stream().map((entry) -> entry.getName()),
					(beside != null) ? Stream.of(beside.split(" ")) : Stream.empty())
			.collect(Collectors.toSet());
		return Arrays.stream(values()).filter((each) -> files.stream().anyMatch(each::isPartOf)).toList();
	}

	private boolean isPartOf(String file) {
		return file.substring(file.lastIndexOf('/') + 1).matches("\\Q" + this.library + "\\E.*\\.jar")
				|| file.endsWith(this.type);
	}

}
