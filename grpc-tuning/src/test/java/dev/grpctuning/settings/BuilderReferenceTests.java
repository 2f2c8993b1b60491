package dev.grpctuning.settings;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.grpc.ServerBuilder;
import io.grpc.netty.NettyServerBuilder;
import org.junit.jupiter.api.Test;

import dev.grpctuning.testkit.ReferenceFile;
import dev.grpctuning.testkit.SchemaTables;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Every method of gRPC's server builders is set by a property, or has none for a reason.
 */
class BuilderReferenceTests {

	private static final String TABLE = "builder-methods.properties";

	private static final Pattern ROW = Pattern.compile("\\[([^]]*)]\\s*(.*)");

	@Test
	void everyMethodIsInTheTable() throws IOException {
		Set<String> methods = new TreeSet<>();
		for (Class<?> builder : List.of(ServerBuilder.class, NettyServerBuilder.class)) {
			Arrays.stream(builder.getDeclaredMethods())
				.filter((method) -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic())
				.map(BuilderReferenceTests::signature)
				.forEach(methods::add);
		}
		assertThat(rows().keySet()).as(TABLE).containsAll(methods);
		assertThat(rows()).as(TABLE)
			.allSatisfy(
					(method, row) -> assertThat(methods.contains(method) || row.remark().startsWith("From grpc-java "))
						.as(method)
						.isTrue());
	}

	@Test
	void everyRowHasKnobsOrAReason() throws IOException {
		assertThat(rows()).allSatisfy((method, row) -> {
			assertThat(row.knobs()).isSubsetOf(Knobs.names());
			assertThat(row.knobs().isEmpty() && row.remark().isEmpty()).isFalse();
		});
	}

	@Test
	void tableIsPartOfTheReference() throws IOException {
		ReferenceFile.checkPart("builder.md", "methods",
				SchemaTables.table(List.of("method", "property (`grpc.tuning.…`)", "remark, or why there is none"),
						rows().entrySet()
							.stream()
							.map((row) -> List.of("`" + row.getKey() + "`",
									row.getValue()
										.knobs()
										.stream()
										.map((knob) -> "`" + knob + "`")
										.collect(Collectors.joining(", ")),
									row.getValue().remark()))
							.toList()));
	}

	private static String signature(Method method) {
		return Arrays.stream(method.getParameterTypes())
			.map(Class::getSimpleName)
			.collect(Collectors.joining(",", method.getName() + "(", ")"));
	}

	private static Map<String, Row> rows() throws IOException {
		Properties table = new Properties();
		try (InputStream stream = BuilderReferenceTests.class.getResourceAsStream("/" + TABLE)) {
			table.load(stream);
		}
		Map<String, Row> rows = new TreeMap<>();
		table.forEach((method, text) -> rows.put((String) method, Row.of((String) text)));
		return rows;
	}

	private record Row(List<String> knobs, String remark) {

		static Row of(String text) {
			Matcher row = ROW.matcher(text);
			assertThat(row.matches()).as(text).isTrue();
			return new Row(Stream.of(row.group(1).split(", ")).filter((knob) -> !knob.isEmpty()).toList(),
					row.group(2));
		}

	}

}
