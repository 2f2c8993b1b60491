package dev.grpctuning.autoconfigure.properties;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.mock.env.MockEnvironment;

import dev.grpctuning.call.executor.HandlerExecutorFactory;
import dev.grpctuning.settings.InvalidTuningException;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.Settings;
import dev.grpctuning.settings.TuningProblem;
import dev.grpctuning.settings.value.ExecutorSettings;
import dev.grpctuning.settings.value.ExecutorType;
import dev.grpctuning.settings.value.Route;
import dev.grpctuning.settings.value.Transport;
import dev.grpctuning.settings.value.TransportAvailability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Settings that properties lead to, and why others are refused. */
class EnvironmentTuningSourceTests {

	private static final int JAVA = 25;

	@ParameterizedTest
	@CsvSource({ "'',EPOLL", "EPOLL,IO_URING", "EPOLL IO_URING,NIO" })
	void whenTransportIsAutoOrOpenThenTheNextAvailableIsTaken(String unavailable, Transport chosen)
			throws InvalidTuningException {
		TransportAvailability availability = (transport) -> unavailable.contains(transport.name()) ? "no" : null;
		for (String property : List.of("transport=auto", "boss-threads=1")) {
			assertThat(read(availability, JAVA, property).values())
				.isEqualTo(Map.of(Knobs.TRANSPORT, chosen, Knobs.BOSS_THREADS, 1));
		}
	}

	@ParameterizedTest
	@EnumSource(names = "APPLICATION", mode = EnumSource.Mode.EXCLUDE)
	void whenExecutorTypeIsSetThenDefaultsAreFilledIn(ExecutorType type) throws InvalidTuningException {
		ExecutorSettings main = main("executor.type=" + type.propertyValue());
		assertThat(main).isEqualTo(ExecutorSettings.of(type, null, null, null));
		assertThat(main.threads()).isEqualTo(Runtime.getRuntime().availableProcessors());
		assertThat(main.threadNamePrefix()).isEqualTo("grpc-server-app-");
	}

	@Test
	void whenExecutorIsFixedThenCodelOrdersItsQueue() throws InvalidTuningException {
		String codel = "limit.queue-discipline=codel limit.max-queue-time=80ms ";
		assertThat(main(codel + "executor.type=fixed").codelInterval()).isEqualTo(Duration.ofMillis(80));
		assertThat(main(codel + "executor.routes[0].method=a.B/C executor.routes[0].type=fixed").codelInterval())
			.isNull();
	}

	@Test
	void whenPropertiesAreSpeltInCamelCaseOrNumbersThenTheyAreTaken() throws InvalidTuningException {
		MockEnvironment environment = environment("executor.routes[0].method=a.B/C executor.routes[0].type=fixed "
				+ "executor.routes[0].queueCapacity=5");
		environment.setProperty("grpc.tuning.bossThreads", 2);
		Settings settings = read(environment, (transport) -> null, JAVA);
		assertThat(settings.get(Knobs.EXECUTOR_ROUTES))
			.containsExactly(new Route("a.B/C", ExecutorType.FIXED, null, 5));
		assertThat(settings.get(Knobs.BOSS_THREADS)).isEqualTo(2);
	}

	@ParameterizedTest
	@CsvSource({ "executor.threads=4 executor.queue-capacity=5 limit.max-queue-time=80ms limit.queue-discipline=codel",
			"executor.max-virtual-threads=4 executor.queue-capacity=5" })
	void whenAdaptiveHasThreadsOrAMaximumThenItsQueueMayBeBounded(String properties) throws InvalidTuningException {
		assertThat(main("executor.type=adaptive " + properties).configured()).isEqualTo(ExecutorType.ADAPTIVE);
	}

	@Test
	void whenTransportIsUnavailableThenReasonAndAlternativesAreSaid() {
		TransportAvailability noNatives = (transport) -> switch (transport) {
			case AUTO, NIO -> null;
			case EPOLL, IO_URING -> "no native library";
		};
		assertThat(problems(noNatives, JAVA, "transport=io-uring")).containsExactly(new TuningProblem("transport",
				"io-uring", "does not work here (no native library); use one of auto, nio."));
	}

	@Test
	void whenJavaIsTooOldThenVirtualThreadsAreRefused() {
		assertThat(problems((transport) -> null, 17, "executor.type=virtual"))
			.containsExactly(new TuningProblem("executor.type", "virtual",
					"needs Java 21 or later and this is Java 17; use one of direct, fork-join, fixed, cached, "
							+ "adaptive."));
	}

	/** The first of the properties is refused. */
	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					executor.threads=4 | has no effect without grpc.tuning.executor.type; set that to one of direct, fork-join, fixed, cached, virtual, adaptive.
					executor.thread-name-prefix=app- | has no effect without grpc.tuning.executor.type; set that to one of direct, fork-join, fixed, cached, virtual, adaptive.
					initial-flow-control-window=2MB flow-control-window=1MB | excludes flow-control-window; set only one of them.
					flow-control-window=0B | must be between 1B and 2147483647B.
					initial-flow-control-window=2147483648B | must be between 1B and 2147483647B.
					worker-threads=32768 | must be between 1 and 32767.
					max-concurrent-calls-per-connection=-5 | must be between 1 and 2147483647.
					transprot=nio | is set, but there is no such property.
					executor=nio | is set, but there is no such property.
					executor.type[0]=nio | is set, but there is no such property.
					executor.routes[1].typ=nio | is set, but there is no such property.
					executor.routes[0].type.name=nio | is set, but there is no such property.
					executor.routes[0].typ=x executor.routes[0].method=a.B/C | is set, but there is no such property.
					limit.methods[0].priorty=x limit.methods[0].method=a.B/C | is set, but there is no such property.
					executor.queue-capacity=5 executor.type=direct | has no effect on direct, which has no queue; set the type to fixed or fork-join, or leave this out.
					executor.queue-capacity=5 executor.type=virtual | has no effect on virtual, which has no queue; set the type to fixed or fork-join, or leave this out.
					executor.routes[0].queue-capacity=5 executor.routes[0].method=a.B/C executor.routes[0].type=adaptive executor.type=fixed | has no effect on adaptive, which has no queue; set the type to fixed or fork-join, or leave this out.
					executor.routes[0].method=grpc.health.v1.Health/* executor.routes[0].type=cached | has no effect, because health checks and reflection have threads of their own; remove the route.
					executor.type=adaptive executor.live=false | needs executor.live=true; set it, or use another type.
					limit.queue-discipline=codel executor.type=fixed | has no effect without limit.max-queue-time; set that too, such as to 100ms.
					limit.queue-discipline=codel limit.max-queue-time=80ms executor.type=fork-join | has no effect without a fixed executor; set executor.type or the type of a route to fixed.
					io-uring.ring-size=64 transport=auto | has no effect on transport epoll; set transport to io-uring, or leave this out.
					io-uring.ring-size=65 transport=io-uring | must be a power of two between 1 and 32768.
					io-uring.completion-queue-size=64 transport=io-uring | cannot be compared with the size of the ring; set io-uring.ring-size too.
					io-uring.ring-size=128 transport=io-uring io-uring.completion-queue-size=64 | must not be greater than io-uring.completion-queue-size, which is 64.
					socket.user-timeout=5s transport=nio | has no effect on transport nio; set transport to epoll or io-uring, or leave this out.
					socket.user-timeout=25d transport=epoll | must be between 1ms and 24d.
					socket.write-watermark.low=8KB transport=nio | has no effect without socket.write-watermark.high; set both.
					socket.write-watermark.high=8KB transport=nio | has no effect without socket.write-watermark.low; set both.
					socket.write-watermark.low=8KB socket.write-watermark.high=4KB | must not be greater than socket.write-watermark.high, which is 4096B.
					connection.max-resets-window=8s transport=nio | has no effect without connection.max-resets; set both.
					executor.max-virtual-threads=8 executor.type=fixed | has no effect without a virtual executor; set executor.type or the type of a route to virtual.
					allocator=slab | is not allowed; use one of pooled, adaptive, unpooled.
					listen-addresses=9091 | has 9091, which is not an address; use host:port with a port from 1 to 65535, such as 127.0.0.1:9091 or [::1]:9091.
					listen-addresses=a:1,a:1 | has a:1 twice; leave one of them out.
					""")
	void whenAPropertyCannotWorkThenItIsRefused(String properties, String reason) {
		String[] refused = properties.split(" ")[0].split("=");
		assertThat(problems((transport) -> null, JAVA, properties))
			.containsExactly(new TuningProblem(refused[0], refused[1], reason));
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
		assertThat(problems((transport) -> null, JAVA, bad + " " + others))
			.extracting((problem) -> problem.knob() + "=" + problem.value())
			.containsExactly(bad);
	}

	@Test
	void whenThereIsAnAutopilotThenExecutorsCanBeExchanged() throws InvalidTuningException {
		assertThat(read((transport) -> null, JAVA, "autopilot.mode=recommend").get(Knobs.EXECUTOR_TYPE))
			.isEqualTo(ExecutorType.CACHED);
		assertThat(
				read((transport) -> null, JAVA, "autopilot.mode=apply executor.type=direct").get(Knobs.EXECUTOR_TYPE))
			.isEqualTo(ExecutorType.DIRECT);
		assertThat(read((transport) -> null, JAVA, "autopilot.mode=off").get(Knobs.EXECUTOR_TYPE)).isNull();
	}

	@Test
	void whenSeveralPropertiesAreWrongThenAllAreRefused() {
		assertThat(problems((transport) -> null, JAVA,
				"transprot=nio boss-threads=0 worker-threads=x executor.type=direct"))
			.extracting(TuningProblem::knob)
			.containsExactlyInAnyOrder("transprot", "boss-threads", "worker-threads");
	}

	private static ExecutorSettings main(String properties) throws InvalidTuningException {
		return Stream.ofNullable(read((transport) -> null, JAVA, properties).executors(ExecutorType.CACHED))
			.findFirst()
			.orElseThrow()
			.main();
	}

	private static List<TuningProblem> problems(TransportAvailability availability, int java, String properties) {
		return assertThatExceptionOfType(InvalidTuningException.class)
			.isThrownBy(() -> read(availability, java, properties))
			.actual()
			.problems();
	}

	private static Settings read(TransportAvailability availability, int java, String properties)
			throws InvalidTuningException {
		return read(environment(properties), availability, java);
	}

	private static Settings read(MockEnvironment environment, TransportAvailability availability, int java)
			throws InvalidTuningException {
		return new EnvironmentTuningSource(environment, availability, new HandlerExecutorFactory(java, null, null),
				null)
			.read(Map.of())
			.settings();
	}

	private static MockEnvironment environment(String properties) {
		MockEnvironment environment = new MockEnvironment();
		Arrays.stream(properties.split(" "))
			.map((property) -> property.split("="))
			.forEach((property) -> environment.setProperty("grpc.tuning." + property[0], property[1]));
		return environment;
	}

}
