package dev.grpctuning.testkit;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;

/** Table of the meters in a registry. */
public final class MeterTable {

	private MeterTable() {
	}

	/**
	 * Returns a table in Markdown of all meters whose names begin with a prefix, without
	 * those that a registry adds for histograms.
	 */
	public static String of(MeterRegistry registry, String prefix) {
		Map<String, List<Meter>> meters = registry.getMeters()
			.stream()
			.filter((meter) -> meter.getId().getName().startsWith(prefix)
					&& meter.getId().syntheticAssociation() == null)
			.collect(Collectors.groupingBy((meter) -> meter.getId().getName(), TreeMap::new, Collectors.toList()));
		return SchemaTables.table(List.of("meter", "type", "unit", "tags", "description"),
				meters.values().stream().map(MeterTable::row).toList());
	}

	private static List<String> row(List<Meter> meters) {
		Meter.Id id = meters.get(0).getId();
		Set<String> tags = meters.stream()
			.map((meter) -> meter.getId().getTags())
			.flatMap(Collection::stream)
			.map((tag) -> "`" + tag.getKey() + "`")
			.collect(Collectors.toCollection(TreeSet::new));
		String description = Objects.requireNonNull(id.getDescription(), id.getName());
		return List.of("`" + id.getName() + "`", type(meters.get(0)), Objects.requireNonNullElse(id.getBaseUnit(), ""),
				String.join(", ", tags), description + ".");
	}

	private static String type(Meter meter) {
		String type = meter.getId().getType().name().toLowerCase(Locale.ROOT);
		boolean histogram = meter instanceof Timer timer && timer.takeSnapshot().histogramCounts().length != 0;
		return histogram ? type + ", histogram" : type;
	}

}
