package dev.grpctuning.load.server.tuning;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The tuning of a server, with the number of its generations that drain. */
public record ServerTuning(List<Knob> knobs, int draining, @Nullable String javaVersion) {

	/** Reads an answer of the endpoint; empty if another endpoint answered. */
	public static Optional<ServerTuning> of(JsonNode answer) {
		JsonNode knobs = answer.path("knobs");
		JsonNode draining = answer.path("draining");
		return (knobs.isArray() && draining.isArray())
				? Optional.of(new ServerTuning(knobs.valueStream().map(Knob::of).toList(), draining.size(),
						Knob.text(answer.path("jvm").get("version"))))
				: Optional.empty();
	}

	public Map<String, String> effective() {
		return byName(Knob::effective);
	}

	/** The units of the knobs that have one. */
	public Map<String, String> units() {
		return byName(Knob::unit);
	}

	private Map<String, String> byName(Function<Knob, @Nullable String> part) {
		Map<String, String> parts = new LinkedHashMap<>();
		for (Knob knob : this.knobs) {
			String text = part.apply(knob);
			if (text != null) {
				parts.put(knob.name(), text);
			}
		}
		return parts;
	}

	/** The configured values or, where nothing is configured, the effective ones. */
	public Map<String, String> values() {
		return byName((knob) -> (knob.configured() != null) ? knob.configured()
				: (knob.effective() != null) ? knob.effectiveText() : null);
	}

	public boolean isSet(String name, String value) {
		return find(name)
			.filter((knob) -> Stream.of(knob.configured(), moves(knob.name()) ? null : knob.effective())
				.filter(Objects::nonNull)
				.anyMatch((present) -> knob.same(value, present)))
			.isPresent();
	}

	/** Whether a new value of a knob takes effect with the next call. */
	public boolean isLive(String name) {
		return find(name).filter(Knob::live).isPresent();
	}

	/**
	 * Finds a knob that was set through the endpoint beside others. It was replaced by
	 * them, and a server that starts with them would refuse it.
	 */
	public Optional<String> changedBeside(Collection<String> names) {
		Set<String> others = names.stream().map(ServerTuning::uniform).collect(Collectors.toSet());
		return this.knobs.stream()
			.filter((knob) -> knob.changed() && !others.contains(uniform(knob.name())))
			.map(Knob::name)
			.findFirst();
	}

	/** The values that were set through the endpoint. */
	public Map<String, String> changes() {
		return new TreeMap<>(byName((knob) -> knob.changed() ? String.valueOf(knob.configured()) : null));
	}

	/** A knob that is set, and of which it is hidden where. */
	public Optional<String> hidden() {
		return this.knobs.stream().filter(Knob::hidden).map(Knob::name).findFirst();
	}

	public Optional<Knob> find(String name) {
		return this.knobs.stream().filter((knob) -> uniform(knob.name()).equals(uniform(name))).findFirst();
	}

	/** Whether the server itself changes a knob as calls come and go. */
	boolean moves(String name) {
		return switch (name) {
			case "limit.concurrent-calls" -> find("limit.algorithm").map(Knob::effective)
				.filter((algorithm) -> !algorithm.equals("fixed"))
				.isPresent();
			case "worker-threads" -> find("worker-threads-min").map(Knob::effective).isPresent();
			default -> false;
		};
	}

	/** Why some calls or connections do not have the tuning of new ones. */
	public Optional<String> unfinished() {
		return this.knobs.stream()
			.filter((knob) -> knob.pending() != null)
			.map((knob) -> knob.name() + ": " + knob.pending())
			.findFirst()
			.or(() -> (this.draining != 0) ? Optional.of("%d former generations still drain".formatted(this.draining))
					: Optional.empty());
	}

	/** What identifies a knob in every spelling. */
	public static String uniform(String name) {
		return name.replaceAll("[^\\p{Alnum}]", "").toLowerCase(Locale.ROOT);
	}

}
