package dev.grpctuning.load.compare.calibration;

import java.time.Duration;
import java.util.List;

import net.devh.boot.grpc.client.config.GrpcChannelsProperties;
import net.devh.boot.grpc.client.config.NegotiationType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.grpctuning.load.api.TargetChannels;
import dev.grpctuning.load.compare.experiment.ExperimentProperties;
import dev.grpctuning.load.engine.ChannelsFactory;
import dev.grpctuning.load.engine.plan.LoadEngine;
import dev.grpctuning.load.engine.plan.LoadEngine.StubKind;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.hello.HelloCall;
import dev.grpctuning.load.result.Environment.Calibration;
import dev.grpctuning.load.result.Samples;
import dev.grpctuning.load.transport.TargetAddress;
import dev.grpctuning.load.transport.raw.RawChannelsFactory;
import dev.grpctuning.load.transport.stub.StubChannelsFactory;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link Calibrator} at its server. */
@ExtendWith(OutputCaptureExtension.class)
class CalibratorIT {

	private static final ChannelsFactory CHANNELS = new TargetChannels(StubChannelsFactory.plaintext(),
			(target) -> new RawChannelsFactory(RawChannelsFactory.DEFAULT_MAX_MESSAGE_BYTES,
					RawChannelsFactory.DEFAULT_MAX_METADATA_BYTES, null, null, null))::open;

	private static final ChannelsFactory NONE = (address, plan, timeout) -> {
		throw new IllegalStateException("driven");
	};

	private final GrpcChannelsProperties clients = new GrpcChannelsProperties();

	@BeforeEach
	void useNoTls() {
		this.clients.getGlobalChannel().setNegotiationType(NegotiationType.PLAINTEXT);
	}

	/** With the stub; another test of a whole experiment has the raw engine. */
	@Test
	void whenTheServerDoesNothingThenTheClientHasAHighestRate() throws Exception {
		Calibration calibration = calibrator(true, CHANNELS).calibrate(plan(LoadEngine.STUB), true);
		assertThat(calibration).isNotNull().satisfies((measured) -> {
			assertThat(measured.callsPerSecond()).isPositive();
			assertThat(measured.noise()).isNotNegative();
			assertThat(measured.lagP99Micros()).isNotNegative();
		});
	}

	@Test
	void whenItIsTurnedOffThenNothingIsDriven() throws Exception {
		assertThat(calibrator(false, NONE).calibrate(plan(LoadEngine.RAW), true)).isNull();
	}

	@Test
	void whenCallsUseTlsThenItIsLeftOutAndALineSaysWhy(CapturedOutput output) throws Exception {
		this.clients.getGlobalChannel().setNegotiationType(NegotiationType.TLS);
		assertThat(calibrator(true, NONE).calibrate(plan(LoadEngine.STUB), true)).isNull();
		assertThat(output.getErr()).isEqualToIgnoringNewLines(
				"No calibration: the calls use TLS, and the server of the calibration does not.");
	}

	@Test
	void whenTheServerCannotBeReachedThenItIsLeftOut() throws Exception {
		assertThat(calibrator(true, (address, plan, timeout) -> CHANNELS.open(new TargetAddress("127.0.0.1", 1), plan,
				Duration.ofMillis(200)))
			.calibrate(plan(LoadEngine.STUB), true)).isNull();
	}

	@Test
	void whenRatesVaryThenTheirSpreadIsTheNoise() {
		assertThat(Calibrator.noise(List.of(Samples.point(1), Samples.point(2), Samples.point(2.5)))).isZero();
		assertThat(Calibrator.noise(List.of())).isZero();
	}

	private Calibrator calibrator(boolean on, ChannelsFactory channels) {
		MapConfigurationPropertySource source = new MapConfigurationPropertySource();
		source.put("experiment.calibration", on);
		source.put("experiment.scale", 0.1);
		return new Calibrator(new Binder(source).bindOrCreate("experiment", ExperimentProperties.class), channels,
				this.clients);
	}

	private static LoadPlan plan(LoadEngine engine) {
		LoadPlan plan = Samples.closed();
		return new LoadPlan(plan.model(), engine, StubKind.ASYNC, 2, HelloCall.PLAN, 1000, Duration.ofSeconds(1),
				Duration.ofSeconds(20));
	}

}
