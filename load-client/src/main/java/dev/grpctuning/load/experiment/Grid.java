package dev.grpctuning.load.experiment;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.grpctuning.hello.codec.HelloCodec;
import dev.grpctuning.load.engine.LoadModel;
import dev.grpctuning.load.engine.LoadPlan;
import dev.grpctuning.load.engine.Warmup;
import dev.grpctuning.load.target.CallPlan;
import dev.grpctuning.load.target.HelloTarget;

/**
 * Clients × delays of the handler × codecs, all against one server of hello-service.
 *
 * @param codecs codecs of the messages, at least one
 * @param clients numbers of clients, at least one
 * @param delays how long the handler waits, at least one
 * @param warmup time in which the most clients call with all codecs, before the first
 * cell
 * @param plan what each cell drives, but for its codec, clients and delay: blocking
 * clients that call hello
 * @param setup how the server is started
 * @param directory where its logs go
 */
public record Grid(List<HelloCodec> codecs, List<Integer> clients, List<Duration> delays, Duration warmup,
		LoadPlan plan, ServerSetup setup, Path directory) {

	public Grid {
		codecs = List.copyOf(codecs);
		clients = List.copyOf(clients);
		delays = List.copyOf(delays);
	}

	/**
	 * All cells, codec by codec, and in each delay by delay.
	 * @return the cells in the order in which they are measured
	 */
	public List<GridCell> cells() {
		List<GridCell> cells = new ArrayList<>();
		for (HelloCodec codec : this.codecs) {
			for (Duration delay : this.delays) {
				this.clients.forEach((number) -> cells.add(new GridCell(codec, number, delay)));
			}
		}
		return cells;
	}

	/**
	 * How long it takes to measure all cells if nothing holds them up.
	 * @return the time without that of the server's start
	 */
	public Duration length() {
		return this.warmup.plus(this.plan.model().sendingTime().multipliedBy(cells().size()));
	}

	/**
	 * What a cell drives.
	 */
	LoadPlan plan(GridCell cell) {
		return plan(cell, this.plan.model().warmup(), this.plan.model().duration());
	}

	/**
	 * What is driven before the first cell, one plan after the other. Client and server
	 * have seen all codecs then, so that none has the advantage of being the first.
	 */
	List<LoadPlan> warmups() {
		Duration each = this.warmup.dividedBy(this.codecs.size());
		return each.isZero() ? List.of() : this.codecs.stream()
			.map((codec) -> plan(new GridCell(codec, Collections.max(this.clients), Duration.ZERO), Warmup.NONE, each))
			.toList();
	}

	private LoadPlan plan(GridCell cell, Warmup before, Duration duration) {
		CallPlan call = this.plan.call();
		if (!(call.callee() instanceof CallPlan.Hello hello)) {
			throw new IllegalStateException("callee: " + call.callee() + " (expected: hello)");
		}
		Map<String, String> metadata = new LinkedHashMap<>(call.metadata());
		metadata.put(HelloTarget.DELAY_HEADER, String.valueOf(cell.delay().toNanos() / 1000));
		return this.plan.with(new LoadModel.Blocking(cell.clients(), before, duration),
				call.withCallee(new CallPlan.Hello(cell.codec(), hello.longs())).withMetadata(metadata));
	}

}
