package dev.grpctuning.load.engine;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import net.devh.boot.grpc.client.config.GrpcChannelsProperties;
import net.devh.boot.grpc.client.config.NegotiationType;
import net.devh.boot.grpc.client.interceptor.GlobalClientInterceptorRegistry;
import org.springframework.context.support.StaticApplicationContext;

import dev.grpctuning.load.engine.raw.RawChannelsFactory;
import dev.grpctuning.load.engine.raw.RawOptions;
import dev.grpctuning.load.engine.stub.StubChannelsFactory;
import dev.grpctuning.load.target.CallPlan;
import dev.grpctuning.load.target.CallTargets;
import dev.grpctuning.load.target.TargetAddress;
import dev.grpctuning.load.target.TargetUnreachableException;

/**
 * Everything that can make calls, in plaintext.
 */
enum TestEngine {

	FUTURE(LoadEngine.STUB, StubKind.FUTURE), ASYNC(LoadEngine.STUB, StubKind.ASYNC),
	BLOCKING(LoadEngine.STUB, StubKind.BLOCKING), RAW(LoadEngine.RAW, StubKind.FUTURE);

	private final LoadEngine engine;

	private final StubKind stub;

	TestEngine(LoadEngine engine, StubKind stub) {
		this.engine = engine;
		this.stub = stub;
	}

	/**
	 * A plan of this engine, with a header and generous times.
	 */
	LoadPlan plan(LoadModel model, int channels, int maxOpenCalls) {
		return new LoadPlan(model, this.engine, this.stub, channels,
				CallPlan.HELLO.withMetadata(Map.of("x-the-header", "over sockets")), maxOpenCalls,
				Duration.ofSeconds(20), Duration.ofSeconds(40));
	}

	/**
	 * Opens the channels of a plan of this engine.
	 */
	CallChannels open(TargetAddress address, LoadPlan plan, Duration connectTimeout)
			throws TargetUnreachableException, InterruptedException {
		return switch (this.engine) {
			case STUB -> stubs().open(address, plan, CallTargets.of(plan.call()), connectTimeout);
			case RAW -> new RawChannelsFactory(new RawOptions(RawOptions.DEFAULT_MAX_MESSAGE_BYTES,
					RawOptions.DEFAULT_MAX_METADATA_BYTES, null, null, null))
				.open(address, plan, CallTargets.of(plan.call()), connectTimeout);
		};
	}

	private static StubChannelsFactory stubs() {
		GrpcChannelsProperties properties = new GrpcChannelsProperties();
		properties.getGlobalChannel().setNegotiationType(NegotiationType.PLAINTEXT);
		return stubs(properties);
	}

	static StubChannelsFactory stubs(GrpcChannelsProperties properties) {
		StaticApplicationContext context = new StaticApplicationContext();
		context.refresh();
		return new StubChannelsFactory(properties, new GlobalClientInterceptorRegistry(context), List.of());
	}

}
