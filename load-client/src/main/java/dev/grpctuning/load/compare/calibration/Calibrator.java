package dev.grpctuning.load.compare.calibration;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

import io.grpc.HandlerRegistry;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerMethodDefinition;
import io.grpc.Status;
import io.grpc.netty.NettyServerBuilder;
import net.devh.boot.grpc.client.config.GrpcChannelsProperties;
import net.devh.boot.grpc.client.config.NegotiationType;
import org.apache.commons.statistics.descriptive.DoubleStatistics;
import org.apache.commons.statistics.descriptive.Statistic;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

import dev.grpctuning.load.compare.experiment.ExperimentProperties;
import dev.grpctuning.load.engine.ChannelsFactory;
import dev.grpctuning.load.engine.LoadRun;
import dev.grpctuning.load.engine.channel.CallChannels;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.engine.result.MeasuredLoad;
import dev.grpctuning.load.engine.result.TimelinePoint;
import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.hello.HelloCall;
import dev.grpctuning.load.result.Environment.Calibration;
import dev.grpctuning.load.schedule.ArrivalPlan;
import dev.grpctuning.load.schedule.Arrivals;
import dev.grpctuning.load.schedule.Concurrency;
import dev.grpctuning.load.schedule.Rate;
import dev.grpctuning.load.schedule.Shard;
import dev.grpctuning.load.template.Templates;
import dev.grpctuning.load.transport.TargetAddress;
import dev.grpctuning.load.transport.TargetUnreachableException;

/**
 * Measures what the client can do on this machine: it drives a server that does nothing,
 * with the engine and the connections of the experiment, for some five seconds. First it
 * keeps calls open, which shows the highest rate, and then it sends at half of that rate.
 */
@Component
public record Calibrator(ExperimentProperties properties, ChannelsFactory channels, GrpcChannelsProperties clients) {

	private static final Duration WARMUP = Duration.ofSeconds(2);

	/** Intervals of 200 ms, of which the noise is the spread. */
	private static final Duration CLOSED = Duration.ofMillis(1600);

	private static final Duration OPEN = Duration.ofSeconds(1);

	private static final double SHORTEST = 0.4;

	/** Open calls over all connections. */
	private static final int OUTSTANDING = 40;

	private static final Duration TIMEOUT = Duration.ofSeconds(30);

	/** Share of the CPU above which the client disturbs the server beside it. */
	private static final double MUCH = 0.2;

	/**
	 * Calibrates the client, and prints a line.
	 * @param plan a plan of the experiment; its model and its call are not used
	 * @return the calibration, or {@code null} if it is turned off or not possible
	 */
	public @Nullable Calibration calibrate(LoadPlan plan, boolean quiet) throws InterruptedException {
		if (!this.properties.measures().calibration()) {
			return null;
		}
		if (this.clients.getGlobalChannel().getNegotiationType() != NegotiationType.PLAINTEXT) {
			System.err.println("No calibration: the calls use TLS, and the server of the calibration does not.");
			return null;
		}
		try (NullServer server = new NullServer()) {
			Calibration calibration = calibrate(plan, server);
			if (!quiet) {
				System.err.println(Templates.line("calibration", calibration));
			}
			return calibration;
		}
		catch (IOException | UsageException ex) {
			System.err.println("Calibration is left out: %s".formatted(ex.getMessage()));
			return null;
		}
	}

	private Calibration calibrate(LoadPlan plan, NullServer server)
			throws TargetUnreachableException, InterruptedException {
		int each = Math.max(1, OUTSTANDING / plan.channels());
		MeasuredLoad closed = drive(plan, server,
				new LoadModel.Closed(new Concurrency.Constant(each), new Warmup.Fixed(WARMUP), scaled(CLOSED)));
		double rate = Math.max(1, closed.result().rate().perSecond());
		MeasuredLoad open = drive(plan, server,
				new LoadModel.Open(new ArrivalPlan.OfRate(new Rate.Constant(rate / 2), Arrivals.POISSON, 1, Shard.ALL),
						Duration.ofMillis(10), 0.01, Warmup.NONE, scaled(OPEN)));
		return new Calibration(closed.result().rate().perSecond(), noise(closed.timeline()),
				Objects.requireNonNull(open.result().sending()).lagMicros().p99());
	}

	private MeasuredLoad drive(LoadPlan plan, NullServer server, LoadModel model)
			throws TargetUnreachableException, InterruptedException {
		LoadPlan driven = new LoadPlan(model, plan.engine(), plan.stub(), plan.channels(), HelloCall.PLAN,
				plan.maxOpenCalls(), TIMEOUT, TIMEOUT.plus(model.sendingTime()));
		try (CallChannels open = this.channels.open(server.address(), driven, TIMEOUT)) {
			return new LoadRun(driven, open, (progress) -> {
			}).run();
		}
	}

	private Duration scaled(Duration time) {
		return Duration
			.ofMillis(Math.round(time.toMillis() * Math.clamp(this.properties.rounds().scale(), SHORTEST, 1)));
	}

	/** Standard deviation of the rates of whole intervals, as a share of their mean. */
	static double noise(List<TimelinePoint> timeline) {
		double[] rates = timeline.stream()
			.limit(Math.max(0, timeline.size() - 1))
			.mapToDouble(TimelinePoint::ok)
			.toArray();
		if (rates.length < 2) {
			return 0;
		}
		DoubleStatistics statistics = DoubleStatistics.of(EnumSet.of(Statistic.MEAN, Statistic.STANDARD_DEVIATION),
				rates);
		double mean = statistics.getAsDouble(Statistic.MEAN);
		return (mean > 0) ? statistics.getAsDouble(Statistic.STANDARD_DEVIATION) / mean : 0;
	}

	/** Warns if the client took much of the CPU in the runs of an experiment. */
	public void warn(double clientCpuShare, boolean quiet) {
		if (clientCpuShare > MUCH && !quiet) {
			System.err.println(Templates.line("client-cpu", Map.of("percent", Math.round(clientCpuShare * 100))));
		}
	}

	/**
	 * A server on a loopback port of this process that answers each call of any method
	 * with an empty message, on its event loops.
	 */
	static final class NullServer implements AutoCloseable {

		private static final MethodDescriptor.Marshaller<byte[]> NOTHING = new MethodDescriptor.Marshaller<>() {

			@Override
			public InputStream stream(byte[] value) {
				return new ByteArrayInputStream(value);
			}

			@Override
			public byte[] parse(InputStream stream) {
				return new byte[0];
			}

		};

		private final Server server;

		NullServer() throws IOException {
			this.server = NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
				.directExecutor()
				.fallbackHandlerRegistry(new AnyMethod())
				.build()
				.start();
		}

		TargetAddress address() {
			return new TargetAddress(InetAddress.getLoopbackAddress().getHostAddress(), this.server.getPort());
		}

		@Override
		public void close() {
			this.server.shutdownNow();
			try {
				this.server.awaitTermination(1, TimeUnit.SECONDS);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}

		private static final class AnyMethod extends HandlerRegistry {

			@Override
			public ServerMethodDefinition<?, ?> lookupMethod(String name, @Nullable String authority) {
				return ServerMethodDefinition.create(MethodDescriptor.newBuilder(NOTHING, NOTHING)
					.setType(MethodDescriptor.MethodType.UNKNOWN)
					.setFullMethodName(name)
					.build(), (call, headers) -> {
						call.request(Integer.MAX_VALUE);
						return new ServerCall.Listener<>() {

							@Override
							public void onHalfClose() {
								call.sendHeaders(new Metadata());
								call.sendMessage(new byte[0]);
								call.close(Status.OK, new Metadata());
							}

						};
					});
			}

		}

	}

}
