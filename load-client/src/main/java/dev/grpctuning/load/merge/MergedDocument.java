package dev.grpctuning.load.merge;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.load.result.Environment;
import dev.grpctuning.load.result.Measured;
import dev.grpctuning.load.result.Outcome;
import dev.grpctuning.load.result.ResultFile;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.result.ThresholdDocument;

/** Sums of several clients. Percentiles are those of the merged histograms. */
@ResultFile.Kind("merge")
record MergedDocument(int schema, Set<String> targets, LoadResult load, List<Client> clients,
		Outcome outcome) implements Measured {

	static MergedDocument of(Map<String, ? extends Measured> results) {
		Set<String> targets = new TreeSet<>();
		List<LoadResult> parts = new ArrayList<>();
		List<Client> clients = new ArrayList<>();
		results.forEach((name, result) -> {
			parts.add(result.load());
			clients.addAll(clients(name, result));
			switch (result) {
				case RunDocument run when run.target() != null -> targets.add(run.target());
				case MergedDocument merged -> targets.addAll(merged.targets);
				default -> {
				}
			}
		});
		return new MergedDocument(ResultFile.SCHEMA, targets,
				LoadSum.of(parts, joined(clients, (client) -> client.load().client().saturatedBy())), clients,
				new Outcome(joined(clients, Client::failure), null, List.of()));
	}

	/** The clients of a result, which may have been merged before. */
	static List<Client> clients(String name, Measured result) {
		return switch (result) {
			case RunDocument run -> List.of(new Client(name, run.load(), run.environment(), run.outcome().failure()));
			case MergedDocument merged -> merged.clients.stream()
				.map((client) -> new Client(name + ": " + client.name, client.load, client.environment, client.failure))
				.toList();
			default -> throw new IllegalArgumentException("result: " + result.getClass());
		};
	}

	/** What some clients have to say, each with its name; {@code null} if none has. */
	private static @Nullable String joined(List<Client> clients, Function<Client, @Nullable String> text) {
		String all = clients.stream()
			.filter((client) -> text.apply(client) != null)
			.map((client) -> client.name() + ": " + text.apply(client))
			.collect(Collectors.joining("; "));
		return all.isEmpty() ? null : all;
	}

	MergedDocument with(List<ThresholdDocument> checked) {
		return new MergedDocument(this.schema, this.targets, this.load, this.clients,
				new Outcome(this.outcome.failure(), null, checked));
	}

	/** Time from the first start of any client to that of this one. */
	double startedAfterSeconds(Client client) {
		return Duration.between(this.load.startedAt(), client.load.startedAt()).toNanos() / 1e9;
	}

	/** Result of one client. */
	record Client(String name, LoadResult load, Environment environment, @Nullable String failure) {
	}

}
