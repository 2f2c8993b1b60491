package dev.grpctuning.load.service;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.grpctuning.load.failure.UsageException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

/** Tests for {@link ListenProperties}. */
class ListenPropertiesTests {

	private static final ListenAddresses AT = new ListenAddresses("127.0.0.1", 1, 2, 3);

	private static final String BOOT = "BOOT-INF/lib/spring-boot-grpc-server-4.1.2.jar";

	private static final String CLASSES = "BOOT-INF/classes/";

	private static final String FILE = CLASSES + ListenFile.NAME;

	private static final String[] WEB = { "--server.address=127.0.0.1", "--server.port=2" };

	@TempDir
	private Path folder;

	@ParameterizedTest
	@CsvSource({ BOOT + ", spring.grpc.server.address, spring.grpc.server.port",
			"org/springframework/boot/grpc/server/autoconfigure/GrpcServerServicesAutoConfiguration.class, spring.grpc.server.address, spring.grpc.server.port",
			"BOOT-INF/lib/spring-grpc-server-spring-boot-autoconfigure-1.0.3.jar, spring.grpc.server.host, spring.grpc.server.port",
			"org/springframework/boot/grpc/server/autoconfigure/GrpcServerFactoryAutoConfiguration.class, spring.grpc.server.host, spring.grpc.server.port",
			"BOOT-INF/lib/grpc-server-spring-boot-autoconfigure-3.1.0.RELEASE.jar, grpc.server.address, grpc.server.port",
			"net/devh/boot/grpc/server/serverfactory/GrpcServerConfigurer.class, grpc.server.address, grpc.server.port" })
	void whenTheServerOfAFrameworkIsInTheJarThenItsPropertiesAreSet(String entry, String address, String port)
			throws Exception {
		assertThat(arguments(jar(entry, ""))).containsExactly("--" + address + "=127.0.0.1", "--" + port + "=1", WEB[0],
				WEB[1]);
	}

	@Test
	void whenTheLibrariesAreBesideTheJarThenTheFrameworkIsFoundToo() throws Exception {
		Path jar = jar(Map.of("application.yml", "management.server.port: 9001"),
				"lib/spring-core-7.jar lib/spring-boot-grpc-server-4.1.2.jar");
		assertThat(arguments(jar)).contains("--spring.grpc.server.port=1", "--management.server.port=2");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					application.yml | management.server.port: 9001
					application.yml | management: {server: {port: 9001}}
					application-prod.properties | management.server.port=9001
					config/application.yaml | 'a: 1\n---\nspring.config.activate.on-profile: prod\nmanagement.server.port: ${PORT:9001}'
					""")
	void whenTheServiceGivesTheActuatorAPortOfItsOwnThenThatIsSet(String file, String content) throws Exception {
		assertOwnPort(
				ListenProperties.of(jar(BOOT, "", CLASSES + file, content.replace("\\n", "\n")), Map.of(), List.of()));
	}

	@Test
	void whenTheEnvironmentOrTheJvmGivesTheActuatorAPortOfItsOwnThenThatIsSetToo() throws Exception {
		Path jar = jar(BOOT, "", CLASSES + "application.yml", "a: [unfinished");
		assertOwnPort(ListenProperties.of(jar(BOOT, ""),
				Map.of("SPRING_APPLICATION_JSON", "{\"a\":{\"b\":1},\"management.server.port\":\"9001\"}"), List.of()));
		assertOwnPort(ListenProperties.of(jar, Map.of("MANAGEMENT_SERVER_PORT", "9001"), List.of()));
		assertOwnPort(ListenProperties.of(jar, Map.of(), List.of("-Xmx1g", "-Dmanagement.server.port=9001")));
		assertThat(
				ListenProperties.of(jar, Map.of("SPRING_APPLICATION_JSON", "no JSON"), List.of("-Xmx1g")).arguments(AT))
			.endsWith(WEB);
	}

	private static void assertOwnPort(ListenProperties properties) {
		assertThat(properties.arguments(AT)).containsExactly("--spring.grpc.server.address=127.0.0.1",
				"--spring.grpc.server.port=1", "--server.address=127.0.0.1", "--server.port=3",
				"--management.server.address=127.0.0.1", "--management.server.port=2");
		assertThat(properties.text(AT)).isEqualTo("spring.grpc.server.port (1) and management.server.port (2)");
	}

	@Test
	void whenAFileNamesThePropertiesThenTheyAreSetOnTheJvm() throws Exception {
		ListenProperties properties = ListenProperties.of(jar(ListenFile.NAME, """
				grpc.address = shop.host
				grpc.port = shop.port
				actuator.address = shop.admin.host
				actuator.port = shop.admin.port
				actuator.path = /manage/actuator
				"""), Map.of(), List.of());
		assertThat(properties.arguments(AT)).isEmpty();
		assertThat(properties.jvmOptions(AT)).containsExactly("-Dshop.host=127.0.0.1", "-Dshop.port=1",
				"-Dshop.admin.host=127.0.0.1", "-Dshop.admin.port=2");
		assertThat(properties.actuatorPath()).isEqualTo("/manage/actuator");
	}

	@Test
	void whenAFileInASpringBootJarNamesOnlyThatOfTheServerThenTheWebServerIsSpringBoots() throws Exception {
		ListenProperties properties = ListenProperties.of(jar(BOOT, "", FILE, "grpc.port=shop.port"), Map.of(),
				List.of());
		assertThat(properties.jvmOptions(AT)).containsExactly("-Dshop.port=1", "-Dserver.address=127.0.0.1",
				"-Dserver.port=2");
		assertThat(properties.arguments(AT)).containsExactly("--shop.port=1", "--server.address=127.0.0.1",
				"--server.port=2");
		assertThat(properties.actuatorPath()).isEqualTo("/actuator");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					grpc.prot=shop.port | grpc.prot is not known; use actuator.address, actuator.path, actuator.port, grpc.address, grpc.port
					actuator.port=a | grpc.port is missing; name the property that sets the port of the gRPC server
					grpc.port= | grpc.port is missing; name the property that sets the port of the gRPC server
					""")
	void whenTheFileIsWrongThenOneLineSaysWhy(String content, String reason) throws Exception {
		Path jar = jar(FILE, content.replace("\\n", "\n"));
		assertThatExceptionOfType(UsageException.class).isThrownBy(() -> ListenProperties.check("ab", jar))
			.withMessage("ab: %s!/%s: %s.", jar, ListenFile.NAME, reason);
	}

	@Test
	void whenTheFrameworkIsUnknownThenOneLineSaysWhatToDo() throws Exception {
		Path jar = jar("BOOT-INF/lib/armeria-grpc-1.33.0.jar", "");
		assertThatExceptionOfType(UsageException.class)
			.isThrownBy(() -> ListenProperties.check("experiment.server.jar", jar))
			.withMessage(
					"experiment.server.jar: %s contains neither Spring Boot's gRPC server nor net.devh's, so the property for its port is unknown; name it in META-INF/grpc-tuning-lab.properties in the jar, such as grpc.port=shop.port.",
					jar);
	}

	@Test
	void whenTheJarCannotBeReadThenItsJvmReportsThat() throws Exception {
		Path text = Files.writeString(this.folder.resolve("text.jar"), "text");
		assertThatNoException().isThrownBy(() -> ListenProperties.check("ab", text));
	}

	private static List<String> arguments(Path jar) throws IOException {
		return ListenProperties.of(jar, Map.of(), List.of()).arguments(AT);
	}

	private Path jar(String entry, String content) throws IOException {
		return jar(Map.of(entry, content), "");
	}

	private Path jar(String entry, String content, String other, String otherContent) throws IOException {
		return jar(Map.of(entry, content, other, otherContent), "");
	}

	private Path jar(Map<String, String> entries, String classPath) throws IOException {
		Manifest manifest = new Manifest();
		manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
		manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath);
		Path jar = Files.createTempFile(this.folder, "service", ".jar");
		try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
			for (Map.Entry<String, String> entry : entries.entrySet()) {
				out.putNextEntry(new JarEntry(entry.getKey()));
				out.write(entry.getValue().getBytes(StandardCharsets.UTF_8));
			}
		}
		return jar;
	}

}
