package dev.grpctuning.load.failure;

import java.io.IOException;
import java.util.List;

import org.springframework.boot.env.PropertiesPropertySourceLoader;
import org.springframework.boot.env.PropertySourceLoader;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.Resource;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * Loads YAML as Spring Boot does, and names the file and line of a syntax error. It loads
 * {@code .properties} files too, so that the precedence of the extensions does not
 * change.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
class LineNamingPropertySourceLoader implements PropertySourceLoader {

	private final PropertySourceLoader properties = new PropertiesPropertySourceLoader();

	private final PropertySourceLoader yaml = new YamlPropertySourceLoader();

	@Override
	public String[] getFileExtensions() {
		return new String[] { "properties", "xml", "yml", "yaml" };
	}

	@Override
	public List<PropertySource<?>> load(String name, Resource resource) throws IOException {
		String filename = String.valueOf(resource.getFilename());
		if (!filename.endsWith(".yml") && !filename.endsWith(".yaml")) {
			return this.properties.load(name, resource);
		}
		try {
			return this.yaml.load(name, resource);
		}
		catch (YAMLException ex) {
			Mark mark = (ex instanceof MarkedYAMLException marked) ? marked.getProblemMark() : null;
			throw new UsageException("%s%s: not valid YAML, %s; correct the file.".formatted(filename,
					(mark != null) ? ":" + (mark.getLine() + 1) : "", (ex instanceof MarkedYAMLException marked)
							? marked.getProblem() : "it has bytes that are not UTF-8 text"),
					ex);
		}
	}

}
