package dev.grpctuning.console;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

import dev.grpctuning.console.sample.Diagnosis;
import dev.grpctuning.console.sample.Point;
import dev.grpctuning.console.stream.Introduction;

/** Registers what a native image must keep: the page and its files, and the events. */
class ConsoleRuntimeHints implements RuntimeHintsRegistrar {

	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
		hints.resources()
			.registerPattern("dev/grpctuning/console/*")
			.registerPattern("dev/grpctuning/charts/*")
			.registerPattern("META-INF/maven/org.webjars/echarts/pom.properties")
			.registerPattern("META-INF/resources/webjars/echarts/*/echarts.common.min.js");
		new BindingReflectionHintsRegistrar().registerReflectionHints(hints.reflection(), Introduction.class,
				Point.class, Diagnosis.class);
	}

}
