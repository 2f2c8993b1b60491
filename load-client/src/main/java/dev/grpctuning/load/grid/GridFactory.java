package dev.grpctuning.load;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

import dev.grpctuning.failure.UsageException;
import dev.grpctuning.load.experiment.Grid;
import dev.grpctuning.load.experiment.ServerSetup;
import dev.grpctuning.load.target.HelloTarget;

/**
 * Makes a grid of its properties, or says which of them is wrong.
 */
@Component
class GridFactory {

	/**
	 * What the cells say, or what they have no use for.
	 */
	private static final List<String> UNUSED = List.of("load.target", "load.call", "load.codec",
			"load.blocking.clients", "load.start-at", "load.histogram", "experiment.server.mode",
			"experiment.server.address", "experiment.server.actuator");

	/**
	 * The longest delay that hello-service takes from a call.
	 */
	private static final Duration LONGEST_DELAY = Duration.ofMinutes(1);

	private static final int MOST_CLIENTS = 1_000_000;

	/**
	 * Clients that wait are to wait for the delay, not for a thread of the server.
	 */
	private static final Map<String, String> SERVER = Map.of("grpc.tuning.executor.type", "virtual");

	private final LoadProperties load;

	private final GridProperties properties;

	private final ExperimentFactory experiments;

	private final Environment environment;

	GridFactory(LoadProperties load, GridProperties properties, ExperimentFactory experiments,
			Environment environment) {
		this.load = load;
		this.properties = properties;
		this.experiments = experiments;
		this.environment = environment;
	}

	/**
	 * Makes the grid.
	 * @param startedAt when it begins, which names its folder
	 * @return the grid
	 * @throws InvalidConfigurationPropertyValueException if a value cannot be used
	 */
	Grid create(Instant startedAt) {
		SetProperties.refuse(this.environment, UNUSED,
				"grid starts a server of its own and says in each cell what is called; leave it out, or use run.");
		SetProperties.refuse(this.environment, List.of("load.metadata." + HelloTarget.DELAY_HEADER),
				"each cell of grid has a delay of its own; set grid.delays.");
		if (this.load.model() != ModelKind.BLOCKING) {
			throw new UsageException(
					"load.model: grid has clients that wait for each answer; leave it out, or use run.");
		}
		checkList("grid.clients", this.properties.clients());
		checkList("grid.delays", this.properties.delays());
		checkList("grid.codecs", this.properties.codecs());
		this.properties.clients().forEach(GridFactory::checkClients);
		this.properties.delays().forEach(GridFactory::checkDelay);
		DurationCheck.notNegative("grid.warmup", this.properties.warmup());
		return new Grid(this.properties.codecs(), this.properties.clients(), this.properties.delays(),
				this.properties.warmup(), this.load.plan(), setup(), directory(startedAt));
	}

	private ServerSetup setup() {
		ServerSetup setup = this.experiments.setup();
		Map<String, String> server = new LinkedHashMap<>(SERVER);
		server.putAll(setup.properties());
		return new ServerSetup(setup.jar(), setup.javaHome(), setup.jvmOptions(), server, setup.startTimeout(),
				setup.connectTimeout());
	}

	private Path directory(Instant startedAt) {
		return this.experiments.directory(startedAt, GridCommand.NAME);
	}

	private static void checkList(String name, List<?> values) {
		if (values.isEmpty()) {
			throw new InvalidConfigurationPropertyValueException(name, "", "It must list one value or more.");
		}
		if (new HashSet<>(values).size() < values.size()) {
			throw new InvalidConfigurationPropertyValueException(name, values, "It must list each value once.");
		}
	}

	private static void checkClients(int clients) {
		if (clients < 1 || clients > MOST_CLIENTS) {
			throw new InvalidConfigurationPropertyValueException("grid.clients", clients,
					"It must be numbers from 1 to %d.".formatted(MOST_CLIENTS));
		}
	}

	private static void checkDelay(Duration delay) {
		if (delay.isNegative() || delay.compareTo(LONGEST_DELAY) > 0 || delay.toNanos() % 1000 != 0) {
			throw new InvalidConfigurationPropertyValueException("grid.delays", delay,
					"It must be whole microseconds from 0 to 60000000.");
		}
	}

}
