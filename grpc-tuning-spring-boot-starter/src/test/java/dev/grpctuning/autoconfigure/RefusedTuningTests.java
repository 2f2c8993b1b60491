package dev.grpctuning.autoconfigure;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ContextConsumer;
import org.springframework.mock.env.MockEnvironment;

import dev.grpctuning.autoconfigure.failure.RefusedPropertiesException;
import dev.grpctuning.autoconfigure.properties.EnvironmentTuningSource;
import dev.grpctuning.call.executor.HandlerExecutorFactory;
import dev.grpctuning.settings.InvalidTuningException;
import dev.grpctuning.settings.TuningProblem;
import dev.grpctuning.settings.value.ExecutorType;
import dev.grpctuning.settings.value.TransportAvailability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tests for {@link GrpcTuningAutoConfiguration} with properties that cannot work. */
class RefusedTuningTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withBean(TransportAvailability.class, () -> (transport) -> null)
		.withConfiguration(AutoConfigurations.of(GrpcTuningAutoConfiguration.class));

	@Test
	void whenTransportIsUnavailableThenReasonAndAlternativesAreSaid() {
		TransportAvailability noNatives = (transport) -> switch (transport) {
			case AUTO, NIO -> null;
			case EPOLL, IO_URING -> "no native library";
		};
		new ApplicationContextRunner().withBean(TransportAvailability.class, () -> noNatives)
			.withConfiguration(AutoConfigurations.of(GrpcTuningAutoConfiguration.class))
			.withPropertyValues("grpc.tuning.transport=io-uring")
			.run(refused("grpc.tuning.transport", "io-uring",
					"does not work here (no native library); use one of auto, nio."));
	}

	@ParameterizedTest
	@CsvSource({ "threads,4", "thread-name-prefix,app-" })
	void whenExecutorTypeIsMissingThenItsOtherPropertiesAreRefused(String name, String value) {
		this.runner.withPropertyValues("grpc.tuning.executor." + name + "=" + value)
			.run(refused("grpc.tuning.executor." + name, value,
					"has no effect without grpc.tuning.executor.type; "
							+ "set that to one of direct, fork-join, fixed, cached" + TunedApplication.AND_VIRTUAL
							+ ", adaptive."));
	}

	@Test
	void whenJavaIsTooOldThenVirtualThreadsAreRefused() {
		EnvironmentTuningSource source = new EnvironmentTuningSource(
				new MockEnvironment().withProperty("grpc.tuning.executor.type", "virtual"), (transport) -> null,
				new HandlerExecutorFactory(17, null, null), null);
		assertThatExceptionOfType(InvalidTuningException.class).isThrownBy(() -> source.read(Map.of()).settings())
			.satisfies((ex) -> assertThat(ex.problems()).containsExactly(new TuningProblem("executor.type", "virtual",
					"needs Java 21 or later and this is Java 17; use one of direct, fork-join, fixed, cached, "
							+ "adaptive.")));
	}

	@Test
	void whenBothWindowsAreSetThenTheyAreRefused() {
		this.runner
			.withPropertyValues("grpc.tuning.flow-control-window=1MB", "grpc.tuning.initial-flow-control-window=2MB")
			.run(refused("grpc.tuning.initial-flow-control-window", "2MB",
					"excludes flow-control-window; set only one of them."));
	}

	@Test
	void whenSeveralPropertiesAreWrongThenAllAreRefused() {
		this.runner
			.withPropertyValues("grpc.tuning.transprot=nio", "grpc.tuning.boss-threads=0",
					"grpc.tuning.worker-threads=x", "grpc.tuning.executor.type=direct")
			.run((context) -> assertThat(context).hasFailed()
				.getFailure()
				.rootCause()
				.isInstanceOfSatisfying(RefusedPropertiesException.class,
						(ex) -> assertThat(ex.problems()).extracting(TuningProblem::knob)
							.containsExactlyInAnyOrder("transprot", "boss-threads", "worker-threads")));
	}

	@ParameterizedTest
	@CsvSource({ "flow-control-window,-1B", "flow-control-window,0B", "flow-control-window,2147483648B",
			"initial-flow-control-window,-1B", "initial-flow-control-window,2147483648B" })
	void whenWindowIsOutOfRangeThenItIsRefused(String name, String value) {
		this.runner.withPropertyValues("grpc.tuning." + name + "=" + value)
			.run(refused("grpc.tuning." + name, value, "must be between 1B and 2147483647B."));
	}

	@ParameterizedTest
	@CsvSource({ "boss-threads,0,32767", "worker-threads,-1,32767", "worker-threads,32768,32767",
			"executor.threads,0,32767", "max-concurrent-calls-per-connection,0,2147483647",
			"max-concurrent-calls-per-connection,-5,2147483647" })
	void whenNumberIsOutOfRangeThenItIsRefused(String name, String value, String max) {
		this.runner.withPropertyValues("grpc.tuning." + name + "=" + value)
			.run(refused("grpc.tuning." + name, value, "must be between 1 and " + max + "."));
	}

	@ParameterizedTest
	@CsvSource({ "transprot, ; did you mean transport?",
			"executor.routes[1].typ, ; did you mean executor.routes[0].type?",
			"executor.routes[0].type.name, ; did you mean executor.routes[0].type?",
			"executor.type[0], ; did you mean executor.type?",
			"services.withdrawn.names, ; did you mean services.withdrawn-status?", "executor, .",
			"worker-threads.mid, ; did you mean worker-threads-min?" })
	void whenAPropertyOrAPartOfItIsUnknownThenItIsRefused(String name, String hint) {
		this.runner.withPropertyValues("grpc.tuning." + name + "=nio")
			.run(refused("grpc.tuning." + name, "nio", "is set, but there is no such property" + hint));
	}

	@ParameterizedTest
	@CsvSource({ "executor.routes[0],typ,type", "limit.methods[0],priorty,priority" })
	void whenAPartOfAnElementIsMisspeltThenItIsNotMissingToo(String element, String name, String meant) {
		this.runner
			.withPropertyValues("grpc.tuning." + element + ".method=a.B/C",
					"grpc.tuning." + element + "." + name + "=x")
			.run(refused("grpc.tuning." + element + "." + name, "x",
					"is set, but there is no such property; did you mean %s.%s?".formatted(element, meant)));
	}

	@ParameterizedTest
	@EnumSource(names = { "DIRECT", "CACHED", "VIRTUAL", "ADAPTIVE" })
	void whenExecutorHasNoQueueThenACapacityIsRefused(ExecutorType type) {
		TunedApplication.assumeAvailable(type.propertyValue());
		String reason = "has no effect on %s, which has no queue; set the type to fixed or fork-join, or leave this out."
			.formatted(type.propertyValue());
		String executor = "grpc.tuning.executor.";
		this.runner.withPropertyValues(executor + "type=" + type.propertyValue(), executor + "queue-capacity=5")
			.run(refused(executor + "queue-capacity", "5", reason));
		String route = executor + "routes[0].";
		this.runner
			.withPropertyValues(executor + "type=fixed", route + "method=a.B/C", route + "type=" + type.propertyValue(),
					route + "queue-capacity=5")
			.run(refused(route + "queue-capacity", "5", reason));
	}

	@ParameterizedTest
	@ValueSource(strings = { "grpc.health.v1.Health/*", "grpc.reflection.v1.ServerReflection/ServerReflectionInfo" })
	void whenARouteIsForHealthChecksOrReflectionThenItIsRefused(String method) {
		String route = "grpc.tuning.executor.routes[0].";
		this.runner.withPropertyValues(route + "method=" + method, route + "type=cached")
			.run(refused(route + "method", method,
					"has no effect, because health checks and reflection have threads of their own; remove the route."));
	}

	@Test
	void whenTheExecutorCannotBeReplacedThenAdaptiveIsRefused() {
		this.runner.withPropertyValues("grpc.tuning.executor.type=adaptive", "grpc.tuning.executor.live=false")
			.run(refused("grpc.tuning.executor.type", "adaptive",
					"needs executor.live=true; set it, or use another type."));
	}

	@Test
	void whenAdaptiveHasThreadsThenItsQueueMayBeBounded() {
		this.runner
			.withPropertyValues("grpc.tuning.executor.type=adaptive", "grpc.tuning.executor.threads=4",
					"grpc.tuning.executor.queue-capacity=5", "grpc.tuning.limit.max-queue-time=80ms",
					"grpc.tuning.limit.queue-discipline=codel")
			.run((context) -> assertThat(context).hasNotFailed());
		this.runner
			.withPropertyValues("grpc.tuning.executor.type=adaptive", "grpc.tuning.executor.max-virtual-threads=4",
					"grpc.tuning.executor.queue-capacity=5")
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void whenCodelHasNoQueueOrNoTimeThenItIsRefused() {
		String codel = "grpc.tuning.limit.queue-discipline=codel";
		this.runner.withPropertyValues(codel, "grpc.tuning.executor.type=fixed")
			.run(refused("grpc.tuning.limit.queue-discipline", "codel",
					"has no effect without limit.max-queue-time; set that too, such as to 100ms."));
		this.runner
			.withPropertyValues(codel, "grpc.tuning.limit.max-queue-time=80ms", "grpc.tuning.executor.type=fork-join")
			.run(refused("grpc.tuning.limit.queue-discipline", "codel",
					"has no effect without a fixed executor; set executor.type or the type of a route to fixed."));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					io-uring.ring-size=64 | transport=epoll | 64 | has no effect on transport epoll; set transport to io-uring, or leave this out.
					io-uring.ring-size=64 | transport=auto | 64 | has no effect on transport epoll; set transport to io-uring, or leave this out.
					io-uring.ring-size=65 | transport=io-uring | 65 | must be a power of two between 1 and 32768.
					io-uring.completion-queue-size=64 | transport=io-uring | 64 | cannot be compared with the size of the ring; set io-uring.ring-size too.
					io-uring.ring-size=128 | transport=io-uring io-uring.completion-queue-size=64 | 128 | must not be greater than io-uring.completion-queue-size, which is 64.
					socket.user-timeout=5s | transport=nio | 5s | has no effect on transport nio; set transport to epoll or io-uring, or leave this out.
					socket.user-timeout=25d | transport=epoll | 25d | must be between 1ms and 24d.
					socket.write-watermark.low=8KB | transport=nio | 8KB | has no effect without socket.write-watermark.high; set both.
					socket.write-watermark.high=8KB | transport=nio | 8KB | has no effect without socket.write-watermark.low; set both.
					socket.write-watermark.low=8KB | socket.write-watermark.high=4KB | 8KB | must not be greater than socket.write-watermark.high, which is 4096B.
					connection.max-resets-window=8s | transport=nio | 8s | has no effect without connection.max-resets; set both.
					executor.max-virtual-threads=8 | executor.type=fixed | 8 | has no effect without a virtual executor; set executor.type or the type of a route to virtual.
					allocator=slab | transport=nio | slab | is not allowed; use one of pooled, adaptive, unpooled.
					listen-addresses=9091 | transport=nio | 9091 | has 9091, which is not an address; use host:port with a port from 1 to 65535, such as 127.0.0.1:9091 or [::1]:9091.
					listen-addresses=a:0 | transport=nio | a:0 | has a:0, which is not an address; use host:port with a port from 1 to 65535, such as 127.0.0.1:9091 or [::1]:9091.
					listen-addresses=a:1,a:1 | transport=nio | a:1,a:1 | has a:1 twice; leave one of them out.
					""")
	void whenSocketsCannotHaveItThenItIsRefused(String property, String others, String value, String reason) {
		this.runner.withPropertyValues("grpc.tuning." + property)
			.withPropertyValues(
					Arrays.stream(others.split(" ")).map((other) -> "grpc.tuning." + other).toArray(String[]::new))
			.run(refused("grpc.tuning." + property.substring(0, property.indexOf('=')), value, reason));
	}

	@Test
	@EnabledForJreRange(min = JRE.JAVA_21)
	void whenVirtualThreadsHaveAMaximumThenTheirQueueMayHaveACapacity() {
		this.runner
			.withPropertyValues("grpc.tuning.executor.type=virtual", "grpc.tuning.executor.max-virtual-threads=8",
					"grpc.tuning.executor.queue-capacity=5")
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			executor.type=x | executor.canary.type=fixed executor.canary.share=0.1
			executor.type=x | executor.threads=2 executor.queue-capacity=5 executor.thread-name-prefix=app-
			executor.type=x | executor.max-virtual-threads=8 limit.max-queue-time=1s limit.queue-discipline=codel
			executor.canary.type=x | executor.type=fixed executor.canary.share=0.1 executor.canary.threads=2
			executor.canary.share=x | executor.type=fixed executor.canary.type=cached
			executor.routes[0].type=x | executor.routes[0].method=a.B/C executor.routes[0].queue-capacity=5
			executor.routes[0].type=x | executor.routes[0].method=a.B/C executor.max-virtual-threads=8
			limit.methods[0].priority=x | limit.methods[0].method=a.B/C
			limit.concurrent-calls=x | limit.algorithm=throughput limit.by-priority=true limit.by-client=true
			limit.max-queue-time=x | executor.type=fixed limit.queue-discipline=codel
			transport=x | io-uring.ring-size=64 socket.user-timeout=5s worker-threads=2
			io-uring.ring-size=x | transport=io-uring io-uring.completion-queue-size=64
			worker-threads-max=x | worker-threads-min=2
			socket.write-watermark.high=x | socket.write-watermark.low=8KB
			connection.max-resets=x | connection.max-resets-window=8s
			max-inbound-metadata-size=x | max-inbound-metadata-size-soft=8KB
			""")
	void whenAValueIsRefusedThenWhatNeedsItIsNot(String bad, String others) {
		MockEnvironment environment = new MockEnvironment();
		Stream.concat(Stream.of(bad), Arrays.stream(others.split(" ")))
			.map((property) -> property.split("="))
			.forEach((property) -> environment.setProperty("grpc.tuning." + property[0], property[1]));
		EnvironmentTuningSource source = new EnvironmentTuningSource(environment, (transport) -> null,
				new HandlerExecutorFactory(25, null, null), null);
		assertThatExceptionOfType(InvalidTuningException.class).isThrownBy(() -> source.read(Map.of()).settings())
			.satisfies((ex) -> assertThat(ex.problems()).extracting((problem) -> problem.knob() + "=" + problem.value())
				.containsExactly(bad));
	}

	private static ContextConsumer<AssertableApplicationContext> refused(String name, String value, String reason) {
		return (context) -> assertThat(context).hasFailed()
			.getFailure()
			.rootCause()
			.isInstanceOfSatisfying(RefusedPropertiesException.class, (ex) -> assertThat(ex.problems())
				.containsExactly(new TuningProblem(name.substring("grpc.tuning.".length()), value, reason)));
	}

}
