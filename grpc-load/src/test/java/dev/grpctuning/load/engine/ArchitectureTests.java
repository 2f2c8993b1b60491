package dev.grpctuning.load.engine;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.properties.HasName;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.testkit.PackageRules;

import static org.assertj.core.api.Assertions.assertThat;

/** Which package may depend on which. */
class ArchitectureTests implements PackageRules {

	private static final String ROOT = "dev.grpctuning.load";

	private static final String GRPC = "io.grpc..";

	private static final String NETTY = "io.netty..";

	private static final JavaClasses CLASSES = PackageRules.classesOf(ROOT);

	@Override
	public JavaClasses classes() {
		return CLASSES;
	}

	@ParameterizedTest
	@CsvSource({ "schedule, ''", "latency, ''", "call.template, ''", "call, call.template",
			"call.target, call call.template", "transport, call", "engine.plan, schedule call",
			"engine.result, engine.plan latency", "engine.channel, call engine.result latency",
			"engine.drive, engine.channel engine.plan engine.result schedule",
			"engine, call engine.channel engine.drive engine.plan engine.result latency schedule transport",
			"transport.raw, call engine.channel engine.plan engine.result transport",
			"transport.stub, call call.target engine.channel engine.plan transport",
			"api, call call.target engine engine.channel engine.plan engine.result schedule transport transport.raw transport.stub" })
	void whenPackageIsBelowThenItDoesNotDependOnThoseAbove(String name, String allowed) {
		String[] known = Stream.concat(Stream.of(name), Stream.of(allowed.split(" ")))
			.map((packageName) -> ROOT + "." + packageName)
			.toArray(String[]::new);
		assertThat(CLASSES.stream().map(JavaClass::getPackageName)).contains(known[0]);
		ArchRuleDefinition.noClasses()
			.that()
			.resideInAPackage(ROOT + "." + name)
			.should()
			.dependOnClassesThat(JavaClass.Predicates.resideInAPackage(ROOT + "..")
				.and(DescribedPredicate.not(JavaClass.Predicates.resideInAnyPackage(known))))
			.check(CLASSES);
	}

	@ParameterizedTest
	@ValueSource(strings = { "schedule", "latency" })
	void whenCodeIsPureThenItDependsOnNoFramework(String name) {
		mayNotDependOn(ROOT + "." + name, GRPC, NETTY);
	}

	@Test
	void whenTheEngineIsALibraryThenItDependsOnNoFrameworkAndNoService() {
		mayNotDependOn(ROOT + "..", "org.springframework..", "net.devh..", "dev.grpctuning.hello..");
	}

	/** A wall clock may be set while a run lasts. */
	@Test
	void whenTimeIsMeasuredThenNoWallClockIsUsed() {
		ArchRuleDefinition.noClasses()
			.that()
			.doNotHaveFullyQualifiedName(ROOT + ".engine.IntervalSampler")
			.should()
			.callMethod(Instant.class, "now")
			.orShould()
			.callMethod(System.class, "currentTimeMillis")
			.because("only the time of a run's start is told by it")
			.check(CLASSES);
	}

	@Test
	void whenCpuTimeIsMeasuredThenNobodyElseCanEndTheIntervalMeanwhile() {
		ArchRuleDefinition.noClasses()
			.should()
			.callMethodWhere(JavaCall.Predicates.target(HasName.Predicates.nameMatching("get(Process|System)?CpuLoad")))
			.because("each call in the JVM, such as that of a scraped meter, begins a new interval for all")
			.check(CLASSES);
	}

	@Test
	void whenLoadIsDrivenThenOnlyTheTransportsKnowHowCallsAreMade() {
		onlyMayDependOn(List.of(ROOT + ".transport.."), NETTY);
	}

	@Test
	void whenCallsAreRawThenTheyUseNoChannelOfGrpcJava() {
		mayNotDependOn(ROOT + ".transport.raw", "io.grpc.netty..", "io.grpc.stub..");
	}

}
