package dev.grpctuning.actuate;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.actuate.autoconfigure.endpoint.PropertiesEndpointAccessResolver;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.ByteArrayResource;

import static org.assertj.core.api.Assertions.assertThat;

/** Pages that promise changes give the settings that changes need. */
class DocumentedAccessTests {

	private static final Pattern YAML = Pattern.compile("```yaml\\n(.*?)```", Pattern.DOTALL);

	@ParameterizedTest
	@ValueSource(strings = { "README.md", "docs/tutorial.md", "docs/how-to/watch-a-service.md" })
	void whenThePagesSettingsAreUsedThenTheEndpointIsExposedAndAllowsChanges(String page) throws IOException {
		String text = Files.readString(Path.of("..").resolve(page));
		List<String> settings = YAML.matcher(text)
			.results()
			.map((block) -> block.group(1))
			.filter((block) -> block.contains("exposure.include"))
			.toList();
		assertThat(settings).hasSize(1);
		StandardEnvironment environment = new StandardEnvironment();
		environment.setConversionService(new ApplicationConversionService());
		new YamlPropertySourceLoader()
			.load(page, new ByteArrayResource(settings.get(0).getBytes(StandardCharsets.UTF_8)))
			.forEach(environment.getPropertySources()::addFirst);
		assertThat(environment.getProperty("management.endpoints.web.exposure.include")).contains("grpctuning");
		assertThat(environment.getProperty("management.endpoint.grpctuning.show-values")).isEqualTo("always");
		assertThat(new PropertiesEndpointAccessResolver(environment).accessFor(EndpointId.of("grpctuning"),
				Access.READ_ONLY))
			.isEqualTo(Access.UNRESTRICTED);
	}

}
