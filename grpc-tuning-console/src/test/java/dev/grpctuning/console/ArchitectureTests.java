package dev.grpctuning.console;

import com.tngtech.archunit.core.domain.JavaClasses;
import org.junit.jupiter.api.Test;

import dev.grpctuning.testkit.PackageRules;

/** Which package may know what. */
class ArchitectureTests implements PackageRules {

	private static final JavaClasses CLASSES = PackageRules.classesOf("dev.grpctuning.console");

	@Override
	public JavaClasses classes() {
		return CLASSES;
	}

	@Test
	void figuresAndTheStreamKnowNoWebServer() {
		mayNotDependOn("dev.grpctuning.console.sample..", "org.springframework..", "jakarta..");
		mayNotDependOn("dev.grpctuning.console.stream..", "org.springframework.web..", "org.springframework.http..",
				"reactor..", "jakarta..");
		mayNotDependOn("dev.grpctuning.console.servlet..", "dev.grpctuning.console.webflux..", "reactor..");
		mayNotDependOn("dev.grpctuning.console.webflux..", "dev.grpctuning.console.servlet..", "jakarta..");
	}

}
