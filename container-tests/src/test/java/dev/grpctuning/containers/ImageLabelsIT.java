package dev.grpctuning.containers;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.grpctuning.testkit.Application;

import static org.assertj.core.api.Assertions.assertThat;

/** What a registry shows of the images. */
@RequiresEngine
class ImageLabelsIT {

	@ParameterizedTest
	@EnumSource
	void labelsAreThoseOfTheApplicationAndNotOfItsBaseImage(Application application) throws Exception {
		String name = application.jar().getFileName().toString().replace(".jar", "");
		JsonObject labels = JsonParser
			.parseString(
					Outcome
						.of(Images.REPOSITORY, "docker", "image", "inspect", "--format", "{{json .Config.Labels}}",
								"grpc-tuning/" + name + ":" + Images.TAG)
						.orFail()
						.output())
			.getAsJsonObject();
		assertThat(label(labels, "title")).endsWith(name);
		assertThat(label(labels, "description")).isNotBlank();
		assertThat(label(labels, "licenses")).isEqualTo("Apache-2.0");
		assertThat(label(labels, "source")).startsWith("https://");
		assertThat(label(labels, "version")).isEqualTo(System.getProperty("project.version"));
	}

	private static String label(JsonObject labels, String name) {
		return labels.get("org.opencontainers.image." + name).getAsString();
	}

}
