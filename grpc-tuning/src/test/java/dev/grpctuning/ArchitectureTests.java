package dev.grpctuning;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import org.junit.jupiter.api.Test;

import dev.grpctuning.autopilot.AutopilotMode;
import dev.grpctuning.autopilot.AutopilotSettings;
import dev.grpctuning.autopilot.Bounds;
import dev.grpctuning.change.TuningChange;
import dev.grpctuning.server.NoServerException;
import dev.grpctuning.settings.InvalidTuningException;
import dev.grpctuning.settings.Knob;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.Settings;
import dev.grpctuning.settings.TuningProblem;
import dev.grpctuning.settings.socket.AllocatorType;
import dev.grpctuning.settings.socket.LeakDetection;
import dev.grpctuning.settings.value.CallExecutorsSettings;
import dev.grpctuning.settings.value.CallPriority;
import dev.grpctuning.settings.value.Choice;
import dev.grpctuning.settings.value.ExecutorSettings;
import dev.grpctuning.settings.value.ExecutorType;
import dev.grpctuning.settings.value.GenerationChange;
import dev.grpctuning.settings.value.LimitAlgorithm;
import dev.grpctuning.settings.value.MethodLimit;
import dev.grpctuning.settings.value.QueueDiscipline;
import dev.grpctuning.settings.value.Route;
import dev.grpctuning.settings.value.Transport;
import dev.grpctuning.settings.value.TransportAvailability;
import dev.grpctuning.settings.value.WithdrawnStatus;
import dev.grpctuning.testkit.PackageRules;

import static org.assertj.core.api.Assertions.assertThat;

/** Which package may know what. */
class ArchitectureTests implements PackageRules {

	/**
	 * Types that a program uses to tune its server. All other public types are public
	 * only because Java has no other access between packages.
	 */
	private static final Set<String> API = Stream
		.of(GrpcTuning.class, RunningAutopilot.class, AutopilotSettings.class, AutopilotMode.class, Bounds.class,
				TuningChange.class, InvalidTuningException.class, TuningProblem.class, NoServerException.class,
				Settings.class, Knob.class, Knobs.class, AllocatorType.class, CallExecutorsSettings.class,
				CallPriority.class, Choice.class, ExecutorSettings.class, ExecutorType.class, GenerationChange.class,
				LeakDetection.class, LimitAlgorithm.class, MethodLimit.class, QueueDiscipline.class, Route.class,
				Transport.class, TransportAvailability.class, WithdrawnStatus.class)
		.map(Class::getName)
		.collect(Collectors.toSet());

	private static final JavaClasses CLASSES = PackageRules.classesOf("dev.grpctuning")
		.that(JavaClass.Predicates.resideOutsideOfPackage("dev.grpctuning.hello.."));

	@Override
	public JavaClasses classes() {
		return CLASSES;
	}

	@Test
	void whenAnApplicationUsesTheApiThenItSeesOnlyTheApi() {
		assertThat(CLASSES).filteredOn((type) -> API.contains(type.getName()))
			.hasSameSizeAs(API)
			.allSatisfy((type) -> assertThat(type.getModifiers()).contains(JavaModifier.PUBLIC))
			.flatExtracting(ArchitectureTests::exposed)
			.isSubsetOf(API);
	}

	/** Top-level types in the public signatures of a type. */
	private static List<String> exposed(JavaClass type) {
		return type.getMembers()
			.stream()
			.filter((member) -> member.getModifiers().contains(JavaModifier.PUBLIC))
			.flatMap((member) -> member.getAllInvolvedRawTypes().stream())
			.map((used) -> used.getBaseComponentType().getName().replaceFirst("\\$.*", ""))
			.filter((name) -> name.startsWith("dev.grpctuning."))
			.distinct()
			.toList();
	}

	@Test
	void settingsKnowNeitherNettyNorSpring() {
		ArchRuleDefinition.classes()
			.that()
			.resideInAPackage("dev.grpctuning.settings..")
			.should()
			.onlyDependOnClassesThat()
			.resideInAnyPackage("dev.grpctuning.settings..", "java..", "org.jspecify..")
			.check(CLASSES);
	}

	@Test
	void transportConnectionCallAndStagesKnowOnlySettingsAndWhatIsObserved() {
		for (String name : new String[] { "transport", "connection", "call", "stages" }) {
			ArchRuleDefinition.noClasses()
				.that()
				.resideInAPackage("dev.grpctuning." + name + "..")
				.should()
				.dependOnClassesThat(JavaClass.Predicates.resideInAPackage("dev.grpctuning..")
					.and(DescribedPredicate.not(JavaClass.Predicates.resideInAnyPackage("dev.grpctuning.settings..",
							"dev.grpctuning.observe..", "dev.grpctuning." + name + ".."))))
				.check(CLASSES);
		}
	}

	@Test
	void onlyAlternateAndTheAutopilotKnowSlices() {
		onlyMayDependOn(
				List.of("dev.grpctuning.alternate", "dev.grpctuning.autopilot.experiment", "dev.grpctuning.slices"),
				"dev.grpctuning.slices..");
		onlyMayDependOn(List.of("dev.grpctuning.alternate"), "dev.grpctuning.alternate..");
		mayKnowOnly("dev.grpctuning.alternate", "dev.grpctuning.change", "dev.grpctuning.observe",
				"dev.grpctuning.server", "dev.grpctuning.settings", "dev.grpctuning.slices");
	}

	@Test
	void whatTheAutopilotDecidesDependsNeitherOnTheServerNorOnItsThreads() {
		mayKnowOnly("dev.grpctuning.autopilot.experiment", "dev.grpctuning.change", "dev.grpctuning.observe",
				"dev.grpctuning.slices");
		mayKnowOnly("dev.grpctuning.autopilot", "dev.grpctuning.autopilot.experiment", "dev.grpctuning.change",
				"dev.grpctuning.observe", "dev.grpctuning.settings", "dev.grpctuning.settings.value");
	}

	private static void mayKnowOnly(String name, String... others) {
		ArchRuleDefinition.noClasses()
			.that()
			.resideInAPackage(name)
			.should()
			.dependOnClassesThat(JavaClass.Predicates.resideInAPackage("dev.grpctuning..")
				.and(DescribedPredicate.not(JavaClass.Predicates.resideInAPackage(name)
					.or(JavaClass.Predicates.resideInAnyPackage(others)))))
			.check(CLASSES);
	}

	@Test
	void onlyMetricsAndTheEntryPointKnowMicrometer() {
		onlyMayDependOn(List.of("dev.grpctuning", "dev.grpctuning.metrics"), "io.micrometer..");
	}

	@Test
	void nothingKnowsSpring() {
		mayNotDependOn("dev.grpctuning..", "org.springframework..", "net.devh..");
	}

}
