package dev.grpctuning;

import java.util.List;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;

import dev.grpctuning.autoconfigure.GrpcTuningEndpointAutoConfiguration;
import dev.grpctuning.autoconfigure.GrpcTuningMetricsAutoConfiguration;
import dev.grpctuning.autoconfigure.boot.BootServerAutoConfiguration;
import dev.grpctuning.autoconfigure.ineffective.IneffectivePropertiesAutoConfiguration;
import dev.grpctuning.autoconfigure.netdevh.NetDevhServerAutoConfiguration;
import dev.grpctuning.autoconfigure.properties.ConnectionProperties;
import dev.grpctuning.autoconfigure.properties.ExecutorProperties;
import dev.grpctuning.autoconfigure.properties.LimitProperties;
import dev.grpctuning.autoconfigure.properties.SocketProperties;
import dev.grpctuning.observe.PeerText;
import dev.grpctuning.testkit.PackageRules;

/** Which package may know what. */
class ArchitectureTests implements PackageRules {

	private static final JavaClasses CLASSES = PackageRules.classesOf("dev.grpctuning")
		.that(JavaClass.Predicates.resideOutsideOfPackages("dev.grpctuning.hello..", "dev.grpctuning.slices.."));

	@Override
	public JavaClasses classes() {
		return CLASSES;
	}

	@Test
	void whenATypeIsPublicThenAnotherPackageNeedsItOrAnApplicationNamesIt() {
		// An application can exclude an auto-configuration. A program without Spring
		// calls the entry point. The endpoint configprops shows public properties only.
		// The load client cleans texts of peers.
		onlyNeededTypesArePublic(GrpcTuningEndpointAutoConfiguration.class, GrpcTuningMetricsAutoConfiguration.class,
				BootServerAutoConfiguration.class, NetDevhServerAutoConfiguration.class,
				IneffectivePropertiesAutoConfiguration.class, GrpcTuning.class, RunningAutopilot.class,
				ConnectionProperties.class, ExecutorProperties.class, LimitProperties.class, SocketProperties.class,
				PeerText.class);
	}

	@Test
	void eachFrameworkIsKnownByOnePackageOnly() {
		onlyMayDependOn(List.of("dev.grpctuning.autoconfigure.netdevh"), "net.devh..");
		onlyMayDependOn(List.of("dev.grpctuning.autoconfigure.boot"), "org.springframework.grpc..",
				"org.springframework.boot.grpc..");
	}

	@Test
	void onlyAutoconfigureAndActuateKnowSpringBoot() {
		onlyMayDependOn(List.of("dev.grpctuning.autoconfigure..", "dev.grpctuning.actuate.."),
				"org.springframework.boot..");
	}

	@Test
	void nothingDependsOnAutoconfigure() {
		onlyMayDependOn(List.of("dev.grpctuning.autoconfigure.."), "dev.grpctuning.autoconfigure..");
	}

	@Test
	void namesOfBeansBeginWithThatOfTheStarter() {
		ArchRuleDefinition.methods()
			.that()
			.areAnnotatedWith(Bean.class)
			.should()
			.haveNameStartingWith("grpcTuning")
			.check(CLASSES);
	}

}
