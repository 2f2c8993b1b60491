package dev.grpctuning.load.config;

import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.util.ReflectionUtils;

import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.result.Approved;

/**
 * The plans that values of {@code load.*} make, without an application. The approved file
 * has the values, too, and the parts of the plan that differ from the default one.
 */
@Tag(Approved.TAG)
class PlannedLoadTests {

	private static final String FILE = "plans.txt";

	private static final String ARROW = " -> ";

	private static final String ENDLESS = "endless";

	private static final LoadPlan DEFAULT = LoadPropertiesTests.plan();

	@Test
	void whenValuesAreSetThenThePlanHasThem(@TempDir Path folder) throws Exception {
		Files.writeString(folder.resolve("times.txt"), "10\n10.5\n12\n");
		Approved.assertApproved(FILE,
				Files.readAllLines(Approved.FOLDER.resolve(FILE))
					.stream()
					.map((line) -> line.split(ARROW)[0])
					.map((given) -> given + ARROW
							+ plan(given.replace("FOLDER", folder.toString())).replace(folder.toString(), "FOLDER"))
					.collect(Collectors.joining("\n")));
	}

	private static String plan(String line) {
		List<String> given = Arrays.asList(line.replace("\\n", "\n").split("; "));
		LoadPlans plans = new LoadPlans(LoadPropertiesTests.load(given.stream()
			.filter((property) -> !property.equals(ENDLESS))
			.map((property) -> "load." + property)
			.toArray(String[]::new)));
		LoadPlan plan = given.contains(ENDLESS) ? plans.endless() : plans.plan();
		return differences("", plan, DEFAULT)
			.filter((part) -> !part.startsWith("maxOpenCalls=") || line.contains("max-open-calls="))
			.collect(Collectors.joining("; "))
			.replace("\n", "\\n");
	}

	/** The values in a record that differ from those in another of the same type. */
	private static Stream<String> differences(String name, @Nullable Object part, @Nullable Object other) {
		if (Objects.equals(part, other)) {
			return Stream.empty();
		}
		if (part == null || other == null || part.getClass() != other.getClass() || !part.getClass().isRecord()) {
			return Stream.of(name + "=" + ((part instanceof Set<?> set) ? new TreeSet<>(set) : part));
		}
		return Stream.of(part.getClass().getRecordComponents())
			.flatMap((each) -> differences(name.isEmpty() ? each.getName() : name + "." + each.getName(),
					value(each, part), value(each, other)));
	}

	private static @Nullable Object value(RecordComponent component, Object part) {
		ReflectionUtils.makeAccessible(component.getAccessor());
		return ReflectionUtils.invokeMethod(component.getAccessor(), part);
	}

}
