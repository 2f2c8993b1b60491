package dev.grpctuning.hello;

import com.tngtech.archunit.core.domain.JavaClasses;
import org.junit.jupiter.api.Test;

import dev.grpctuning.testkit.PackageRules;

/** The service is any Spring Boot application. */
class ArchitectureTests implements PackageRules {

	private static final JavaClasses CLASSES = PackageRules.classesOf("dev.grpctuning.hello");

	@Override
	public JavaClasses classes() {
		return CLASSES;
	}

	@Test
	void serviceDoesNotKnowThatItIsTuned() {
		mayNotDependOn("dev.grpctuning.hello..", "dev.grpctuning.settings..", "dev.grpctuning.server..",
				"dev.grpctuning.call..", "dev.grpctuning.connection..", "dev.grpctuning.transport..",
				"dev.grpctuning.metrics..", "dev.grpctuning.advice..", "dev.grpctuning.actuate..",
				"dev.grpctuning.autoconfigure..");
	}

}
