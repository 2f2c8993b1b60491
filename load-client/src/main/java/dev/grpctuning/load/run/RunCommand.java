package dev.grpctuning.load.run;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

import dev.grpctuning.load.cli.ExitCode;
import dev.grpctuning.load.cli.Interruptible;
import dev.grpctuning.load.cli.OutputFile;
import dev.grpctuning.load.cli.RunTarget;
import dev.grpctuning.load.cli.RunWatch;
import dev.grpctuning.load.command.Command;
import dev.grpctuning.load.command.CommandName;
import dev.grpctuning.load.compare.report.ExperimentReport;
import dev.grpctuning.load.config.LoadPlans;
import dev.grpctuning.load.config.LoadProperties;
import dev.grpctuning.load.config.ModelKind;
import dev.grpctuning.load.config.PropertyCheck;
import dev.grpctuning.load.engine.ChannelsFactory;
import dev.grpctuning.load.engine.LoadRun;
import dev.grpctuning.load.engine.channel.CallChannels;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.result.MeasuredLoad;
import dev.grpctuning.load.engine.result.StopReason;
import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.live.Live;
import dev.grpctuning.load.pressure.ClientWatch;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.stats.Figures;
import dev.grpctuning.load.template.Templates;
import dev.grpctuning.load.text.Display;
import dev.grpctuning.load.transport.TargetAddress;

/** Drives one plan at a server that is there already. */
@Component("run")
record RunCommand(LoadProperties properties, ChannelsFactory channels, Environment environment,
		Live live) implements Command {

	private static final Set<ModelKind> ENDED_EARLY = EnumSet.of(ModelKind.OPEN, ModelKind.CLOSED, ModelKind.BLOCKING);

	private static final Duration LONGEST_WAIT = Duration.ofHours(1);

	@Override
	public int execute(List<String> files) throws Exception {
		PropertyCheck.bursts(this.properties.plan().model(), Binder.get(this.environment));
		LoadPlan plan = new LoadPlans(this.properties).plan();
		TargetAddress address = this.properties.address();
		OutputFile output = new OutputFile(this.properties.output().file());
		output.checkBeside(this.properties.output().histogram());
		this.properties.checkedThresholds();
		checkUntil(plan);
		timeToStart();
		Display display = new Display(address.toString(), this.properties.output().quiet(), System.err);
		RunTarget target = new RunTarget(address, plan, this.channels, this.properties.server().connectTimeout());
		target.announce(this.properties.output().quiet(), System.err);
		CallChannels open = target.connect();
		RunWatch watch;
		UntilPrecise until;
		LoadRun run;
		try {
			this.live.open(CommandName.RUN.toString(), this.properties.output().quiet());
			this.live.audience().title("Load at " + address, null);
			watch = new RunWatch(display::show, this.properties.output().histogram());
			this.live.drives(plan);
			until = new UntilPrecise(watch, this.properties.length().until(), plan.model().duration());
			run = new LoadRun(plan, open, this.live.watching(until));
			until.ends(run::finish);
			Thread.sleep(timeToStart());
		}
		catch (Exception ex) {
			open.close();
			throw ex;
		}
		return Interruptible.call(() -> {
			MeasuredLoad load;
			ClientWatch client = ClientWatch.start();
			try (client) {
				load = drive(run, open, watch);
			}
			display.finish();
			RunDocument measured = target.document(load, client.observation()).with(until.precision());
			RunDocument document = OutputFile.report(
					measured.with(measured.outcome().plus(Stream.ofNullable(until.reached()).toList())),
					this.properties);
			Optional.ofNullable(until.missed()).ifPresent(System.err::println);
			output.page(() -> ExperimentReport.of(document).html(), this.properties.output().quiet());
			watch.checkWritten();
			this.live.draw(() -> ExperimentReport.of(document).html());
			this.live.end();
			return ExitCode.of(document);
		}, () -> run.stop(StopReason.INTERRUPTED));
	}

	/** Refuses {@code load.until} where an earlier end would change what is measured. */
	private void checkUntil(LoadPlan plan) {
		if (this.properties.length().until() == null) {
			return;
		}
		if (!ENDED_EARLY.contains(this.properties.plan().model())) {
			throw new UsageException(
					"load.until: load.model=%s has a length of its own; leave it out, or use open, closed or blocking."
						.formatted(Templates.kebab(this.properties.plan().model())));
		}
		PropertyCheck.refuse(this.environment, List.of("load.total-calls", "load.shard"),
				"cannot be used with load.until, which ends the run of this client by its own figures; leave one of the two out.");
		if (plan.model().duration().toSeconds() < UntilPrecise.FIRST_LOOK_SECONDS) {
			throw new UsageException(
					"load.until: load.duration is %s s, but no run is shown to be exact in less than 10 s; set a longer one, such as --duration=60s."
						.formatted(Figures.seconds(plan.model().duration())));
		}
	}

	/** Time until {@code load.start-at}, so that several clients begin together. */
	private Duration timeToStart() {
		Instant at = this.properties.length().startAt();
		if (at == null) {
			return Duration.ZERO;
		}
		Duration left = Duration.between(Instant.now(), at);
		if (!left.isPositive() || left.compareTo(LONGEST_WAIT) > 0) {
			throw new UsageException(
					"load.start-at: %s %s; name a time in the next hour, in UTC, by which every client is connected."
						.formatted(at, left.isPositive() ? "is more than an hour away" : "has passed"));
		}
		return left;
	}

	private static MeasuredLoad drive(LoadRun run, CallChannels channels, RunWatch watch) throws InterruptedException {
		try (channels; watch) {
			return run.run();
		}
	}

}
