package dev.grpctuning.load.search;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

import dev.grpctuning.load.engine.plan.LoadEngine;
import dev.grpctuning.load.engine.plan.LoadEngine.StubKind;

/**
 * The engine of a search. The raw one leaves most of the machine to the server, so it is
 * used unless a setting is grpc-java's alone.
 *
 * @param stubBecause the setting with which raw cannot make the calls, or {@code null}
 */
record EngineChoice(LoadEngine engine, @Nullable String stubBecause) {

	private static final String CHANNEL = "grpc.client.GLOBAL.";

	/** Settings of a channel that the raw engine supports, without hyphens. */
	private static final Set<String> OF_RAW = Set.of("negotiationtype", "security", "maxinboundmessagesize",
			"maxinboundmetadatasize", "useragent");

	static EngineChoice of(@Nullable StubKind stub, Environment environment) {
		if (stub != null) {
			return stub("load.stub");
		}
		for (Map.Entry<String, Object> setting : channel(environment).entrySet()) {
			String name = plain(setting.getKey());
			boolean upgrade = name.equals("negotiationtype")
					&& plain(setting.getValue().toString()).equals("plaintextupgrade");
			if (upgrade || !OF_RAW.contains(name)) {
				return stub(CHANNEL + setting.getKey());
			}
		}
		return new EngineChoice(LoadEngine.RAW, null);
	}

	private static EngineChoice stub(String because) {
		return new EngineChoice(LoadEngine.STUB, because);
	}

	private static Map<String, Object> channel(Environment environment) {
		Map<String, Object> all = new TreeMap<>();
		Binder.get(environment)
			.bind("grpc.client", Bindable.mapOf(String.class, Object.class))
			.orElse(Map.of())
			.forEach((channel, settings) -> {
				if (channel.equalsIgnoreCase("GLOBAL") && settings instanceof Map<?, ?> map) {
					map.forEach((name, value) -> all.put(name.toString(), value));
				}
			});
		return all;
	}

	private static String plain(String name) {
		return name.replaceAll("[-_]", "").toLowerCase(Locale.ROOT);
	}

}
