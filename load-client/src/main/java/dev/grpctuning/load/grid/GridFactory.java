package dev.grpctuning.load.grid;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.IntStream;

import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

import dev.grpctuning.hello.codec.HelloCodec;
import dev.grpctuning.load.call.CallPlan;
import dev.grpctuning.load.command.CommandName;
import dev.grpctuning.load.compare.experiment.Experiment;
import dev.grpctuning.load.compare.experiment.Experiment.ServerSetup;
import dev.grpctuning.load.compare.experiment.ExperimentFactory;
import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.config.LoadPlans;
import dev.grpctuning.load.config.LoadProperties;
import dev.grpctuning.load.config.ModelKind;
import dev.grpctuning.load.config.PropertyCheck;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.hello.HelloCall;
import dev.grpctuning.load.template.Templates;

/** Makes a grid of its properties: an experiment of clients × delays × codecs. */
@Component
record GridFactory(LoadProperties load, GridProperties properties, ExperimentFactory experiments,
		Environment environment) {

	private static final List<String> UNUSED = List.of("load.target", "load.call", "load.codec",
			"load.blocking.clients", "load.start-at", "load.total-calls", "load.until", "load.histogram",
			"experiment.server.mode", "experiment.server.address", "experiment.server.actuator");

	/** The longest delay that hello-service takes from a call. */
	private static final Duration LONGEST_DELAY = Duration.ofMinutes(1);

	private static final int MOST_CLIENTS = 1_000_000;

	/** Clients that wait are to wait for the delay, not for a thread of the server. */
	private static final Map<String, String> SERVER = Map.of("grpc.tuning.executor.type", "virtual",
			"hello.work.max-delay", LONGEST_DELAY.toString());

	Experiment create(Instant startedAt) {
		PropertyCheck.refuse(this.environment, UNUSED,
				"grid starts a server of its own and sets the call of each cell; leave it out, or use run.");
		PropertyCheck.refuse(this.environment, List.of("load.metadata." + HelloCall.DELAY_HEADER),
				"each cell of grid has a delay of its own; set grid.delays.");
		if (this.load.plan().model() != ModelKind.BLOCKING) {
			throw new UsageException(
					"load.model: grid has clients that wait for each answer; leave it out, or use run.");
		}
		check("grid.clients", this.properties.clients(), (clients) -> clients >= 1 && clients <= MOST_CLIENTS,
				"It must be numbers from 1 to %d.".formatted(MOST_CLIENTS));
		check("grid.delays", this.properties.delays(),
				(delay) -> !delay.isNegative() && delay.compareTo(LONGEST_DELAY) <= 0 && delay.toNanos() % 1000 == 0,
				"It must be whole microseconds from 0 to 60000000.");
		check("grid.codecs", this.properties.codecs(), (codec) -> true, "");
		PropertyCheck.notNegative("grid.warmup", this.properties.warmup());
		LoadPlan plan = new LoadPlans(this.load).plan();
		List<Variant> variants = new ArrayList<>();
		for (Duration delay : this.properties.delays()) {
			for (int clients : this.properties.clients()) {
				variants.addAll(cell(plan, clients, delay));
			}
		}
		return new Experiment(CommandName.GRID.toString(), null, plan, setup(), variants, variants.getFirst().name(),
				this.experiments.directory(startedAt, CommandName.GRID.toString()), 1, warmUps(plan, variants),
				Experiment.Rounds.of(1), Experiment.Measures.USUAL);
	}

	private List<Variant> cell(LoadPlan plan, int clients, Duration delay) {
		LoadModel model = new LoadModel.Blocking(clients, plan.model().warmup(), plan.model().duration());
		List<HelloCodec> codecs = this.properties.codecs();
		String name = "%d-client%s-%d-us".formatted(clients, (clients != 1) ? "s" : "", micros(delay));
		Variant.Workload workload = new Variant.Workload(name, null, Map.of(),
				plan(plan, model, codecs.getFirst(), delay));
		return codecs.stream()
			.map((codec) -> new Variant(Templates.kebab(codec), null, null, List.of(), Map.of(), null, workload,
					(codec != codecs.getFirst()) ? plan(plan, model, codec, delay) : null))
			.toList();
	}

	/** All codecs warm up before the first cell, so that none gains by its place. */
	private List<Experiment.WarmUp> warmUps(LoadPlan plan, List<Variant> variants) {
		List<HelloCodec> codecs = this.properties.codecs();
		Duration each = this.properties.warmup().dividedBy(codecs.size());
		if (each.isZero()) {
			return List.of();
		}
		LoadModel model = new LoadModel.Blocking(Collections.max(this.properties.clients()), Warmup.NONE, each);
		return IntStream.range(0, codecs.size())
			.mapToObj((i) -> new Experiment.WarmUp(variants.get(i), plan(plan, model, codecs.get(i), Duration.ZERO),
					each))
			.toList();
	}

	private static LoadPlan plan(LoadPlan plan, LoadModel model, HelloCodec codec, Duration delay) {
		CallPlan call = plan.call();
		if (!(call.callee() instanceof HelloCall hello)) {
			throw new IllegalStateException("callee: " + call.callee() + " (expected: hello)");
		}
		Map<String, String> metadata = new LinkedHashMap<>(call.metadata());
		metadata.put(HelloCall.DELAY_HEADER, String.valueOf(micros(delay)));
		return plan.with(model, call.withCallee(new HelloCall(codec, hello.longs())).withMetadata(metadata));
	}

	private static long micros(Duration delay) {
		return delay.toNanos() / 1000;
	}

	private ServerSetup setup() {
		ServerSetup setup = this.experiments.setup();
		Map<String, String> server = new LinkedHashMap<>(SERVER);
		server.putAll(setup.properties());
		return new ServerSetup(setup.jar(), setup.javaHome(), setup.jvmOptions(), server, setup.startTimeout(),
				setup.connectTimeout());
	}

	private static <T> void check(String name, List<T> values, Predicate<T> allowed, String reason) {
		PropertyCheck.that(!values.isEmpty(), name, "", "It must list one value or more.");
		PropertyCheck.eachOnce(name, values);
		values.forEach((value) -> PropertyCheck.that(allowed.test(value), name, value, reason));
	}

}
