package dev.grpctuning.load.serve;

import java.security.Principal;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.MeterRegistry;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.Health;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Profile;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

import dev.grpctuning.load.config.LoadProperties;
import dev.grpctuning.load.engine.ChannelsFactory;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.live.Live;
import dev.grpctuning.load.result.ResultFile;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.serve.StatusDocument.Last;
import dev.grpctuning.load.serve.StatusDocument.State;
import dev.grpctuning.load.template.Templates;

/**
 * Runs one load at a time, shows it, and takes plans unless {@code drive} has its own.
 */
@RestController
@RequestMapping(path = LoadController.PATH, produces = MediaType.APPLICATION_JSON_VALUE)
@Profile(ActuatorConfiguration.PROFILES)
class LoadController {

	static final String PATH = "/actuator/load";

	private final ChannelsFactory channels;

	private final MeterRegistry registry;

	private final Live live;

	private final LoadProperties start;

	private final ConfigurableApplicationContext context;

	private final ExecutorService executor = Executors.newSingleThreadExecutor();

	private int runs;

	private @Nullable LoadMeters meters;

	private volatile @Nullable Drive current;

	private @Nullable Last last;

	private volatile @Nullable RunDocument result;

	LoadController(ChannelsFactory channels, MeterRegistry registry, Live live, LoadProperties start,
			ConfigurableApplicationContext context) {
		this.channels = channels;
		this.registry = registry;
		this.live = live;
		this.start = start;
		this.context = context;
	}

	@GetMapping
	synchronized String status(@Nullable Principal user) {
		Drive drive = this.current;
		// The plan may have secrets.
		return ResultFile
			.line((drive != null) ? new StatusDocument(drive.state(), drive.status(user != null), this.last)
					: new StatusDocument(State.WAITING, null, this.last));
	}

	@GetMapping("/result")
	ResponseEntity<String> result() {
		RunDocument document = this.result;
		return (document != null) ? ResponseEntity.ok(ResultFile.line(document))
				: refused(HttpStatus.NOT_FOUND, "No run has ended yet, so there is no result.");
	}

	@PostMapping
	ResponseEntity<String> post(@RequestBody Map<String, Map<String, Object>> body, Principal user) {
		try {
			Drive drive = accept(PostedPlan.of(body, this.start, this.context));
			if (drive == null) {
				return refused(HttpStatus.CONFLICT,
						"No plan is accepted now: serve drives one at a time, and drive has its own.");
			}
			String failure = drive.awaitBegin();
			return (failure != null) ? refused(HttpStatus.BAD_REQUEST, failure) : ResponseEntity.ok(status(user));
		}
		catch (UsageException ex) {
			return refused(HttpStatus.BAD_REQUEST, String.valueOf(ex.getMessage()));
		}
	}

	/** Ends the current run and drains; a second call ends the drain. */
	@DeleteMapping
	ResponseEntity<String> stop(Principal user) {
		Drive drive = this.current;
		if (drive == null) {
			return refused(HttpStatus.NOT_FOUND, "No load is running, so there is nothing to stop.");
		}
		drive.stop();
		return ResponseEntity.ok(status(user));
	}

	private static ResponseEntity<String> refused(HttpStatus status, String line) {
		return ResponseEntity.status(status).body(ResultFile.line(new Refusal(line)));
	}

	private synchronized @Nullable Drive accept(PostedPlan posted) {
		if (this.current != null || this.executor.isShutdown()
				|| !this.context.getEnvironment().matchesProfiles("serve")) {
			return null;
		}
		Drive drive = begin(posted.properties(), posted.plan());
		this.executor.execute(() -> run(drive));
		return drive;
	}

	/** Prepares a run. Its meters replace those of the last one. */
	synchronized Drive begin(LoadProperties load, LoadPlan plan) {
		if (this.meters != null) {
			this.meters.remove();
		}
		LoadMeters own = new LoadMeters(this.registry, load.server().target(), Templates.kebab(load.plan().model()));
		this.meters = own;
		Drive drive = new Drive(++this.runs, load, plan, this.channels, own);
		this.current = drive;
		return drive;
	}

	/** Drives a run to its end, and returns its exit code. */
	int run(Drive drive) {
		Last ended = drive.run(this.live);
		synchronized (this) {
			this.result = (drive.result() != null) ? drive.result() : this.result;
			this.last = ended;
			this.current = null;
		}
		drive.ended(ended.error());
		return ended.exitCode();
	}

	/** Waits for the {@link #end}, and for the end of its last run. */
	void awaitEnd() throws InterruptedException {
		this.executor.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
	}

	/** Accepts no more plans, and ends the current run without a drain. */
	synchronized void end() {
		this.executor.shutdown();
		Drive drive = this.current;
		if (drive != null) {
			drive.stop();
			drive.stop();
		}
	}

	Health health() {
		Drive drive = this.current;
		return (drive != null) ? drive.health() : Health.down().withDetail("state", "starting").build();
	}

	private record Refusal(String error) {
	}

}
