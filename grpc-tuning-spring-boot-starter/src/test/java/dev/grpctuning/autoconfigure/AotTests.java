package dev.grpctuning.autoconfigure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.GeneratedFiles;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.javapoet.ClassName;
import org.springframework.util.ClassUtils;

import dev.grpctuning.actuate.TuningDescriptor;
import dev.grpctuning.autoconfigure.netdevh.NetDevhServerAutoConfiguration;
import dev.grpctuning.autoconfigure.properties.GrpcTuningProperties;
import dev.grpctuning.autoconfigure.properties.SocketProperties;
import dev.grpctuning.settings.value.Route;

import static org.assertj.core.api.Assertions.assertThat;

/** Spring's ahead-of-time processing of the starter, and its hints for native images. */
class AotTests {

	private static final RuntimeHints HINTS = process();

	@ParameterizedTest
	@ValueSource(strings = { "io.grpc.internal.ServerImpl", "io.grpc.netty.NettyServer",
			"io.grpc.netty.NettyServerBuilder", "io.grpc.internal.ServerImplBuilder" })
	void fieldsOfGrpcAreKept(String type) {
		assertThat(RuntimeHintsPredicates.reflection()
			.onType(ClassUtils.resolveClassName(type, null))
			.withMemberCategory(MemberCategory.ACCESS_DECLARED_FIELDS)).accepts(HINTS);
	}

	@ParameterizedTest
	@ValueSource(classes = { GrpcTuningProperties.class, GrpcTuningProperties.Network.class, SocketProperties.class,
			Route.class })
	void propertiesAndElementsOfListsCanBeBound(Class<?> type) {
		assertThat(RuntimeHintsPredicates.reflection().onConstructorInvocation(type.getDeclaredConstructors()[0]))
			.accepts(HINTS);
	}

	@Test
	void bodiesOfTheEndpointCanBeWritten() throws NoSuchMethodException {
		assertThat(RuntimeHintsPredicates.reflection()
			.onMethodInvocation(TuningDescriptor.KnobDescriptor.class.getDeclaredMethod("effective"))).accepts(HINTS);
	}

	private static RuntimeHints process() {
		InMemoryGeneratedFiles files = new InMemoryGeneratedFiles();
		DefaultGenerationContext generation = new DefaultGenerationContext(
				new ClassNameGenerator(ClassName.get(AotTests.class)), files);
		try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
			TestPropertyValues.of("management.endpoints.web.exposure.include=grpctuning").applyTo(context);
			context.register(GrpcTuningAutoConfiguration.class, NetDevhServerAutoConfiguration.class,
					GrpcTuningEndpointAutoConfiguration.class);
			new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
		}
		generation.writeGeneratedContent();
		assertThat(files.getGeneratedFiles(GeneratedFiles.Kind.SOURCE).keySet()).isNotEmpty();
		return generation.getRuntimeHints();
	}

}
