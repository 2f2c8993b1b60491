package dev.grpctuning.load.engine;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.grpc.netty.GrpcSslContexts;
import net.devh.boot.grpc.client.config.GrpcChannelsProperties;
import net.devh.boot.grpc.client.config.NegotiationType;
import net.devh.boot.grpc.client.interceptor.GlobalClientInterceptorRegistry;
import org.springframework.context.support.StaticApplicationContext;

import dev.grpctuning.load.engine.raw.RawChannelsFactory;
import dev.grpctuning.load.engine.raw.RawOptions;
import dev.grpctuning.load.engine.stub.StubChannelsFactory;
import dev.grpctuning.load.target.CallPlan;
import dev.grpctuning.load.target.CallTarget;
import dev.grpctuning.load.target.CallTargets;
import dev.grpctuning.load.target.ServerReflection;
import dev.grpctuning.load.target.TargetAddress;

/**
 * Everything that can make calls.
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
		return plan(model, channels, CallPlan.HELLO.withMetadata(Map.of("x-the-header", "over sockets")), maxOpenCalls,
				Duration.ofSeconds(20));
	}

	/**
	 * A plan of this engine that calls what a test wants.
	 */
	LoadPlan plan(LoadModel model, int channels, CallPlan call, int maxOpenCalls, Duration drain) {
		return new LoadPlan(model, this.engine, this.stub, channels, call, maxOpenCalls, drain, Duration.ofSeconds(40));
	}

	/**
	 * Opens the channels of a plan of this engine, in plaintext.
	 */
	CallChannels open(TargetAddress address, LoadPlan plan, Duration connectTimeout) throws Exception {
		return open(address, plan, connectTimeout, NegotiationType.PLAINTEXT);
	}

	/**
	 * Opens the channels of a plan of this engine.
	 */
	CallChannels open(TargetAddress address, LoadPlan plan, Duration connectTimeout, NegotiationType negotiation)
			throws Exception {
		StubChannelsFactory stubs = stubs(negotiation);
		CallTarget<?, ?> target = CallTargets.describedByServer(plan.call())
				? stubs.ask(address, plan, connectTimeout,
						(channel) -> CallTargets.of(plan.call(), new ServerReflection(channel, connectTimeout)))
				: CallTargets.of(plan.call());
		return switch (this.engine) {
			case STUB -> stubs.open(address, plan, target, connectTimeout);
			case RAW -> new RawChannelsFactory(new RawOptions(RawOptions.DEFAULT_MAX_MESSAGE_BYTES,
					RawOptions.DEFAULT_MAX_METADATA_BYTES, null, null,
					(negotiation != NegotiationType.PLAINTEXT) ? GrpcSslContexts.forClient().build() : null))
				.open(address, plan, target, connectTimeout);
		};
	}

	static StubChannelsFactory stubs(NegotiationType negotiation) {
		GrpcChannelsProperties properties = new GrpcChannelsProperties();
		properties.getGlobalChannel().setNegotiationType(negotiation);
		return stubs(properties);
	}

	static StubChannelsFactory stubs(GrpcChannelsProperties properties) {
		StaticApplicationContext context = new StaticApplicationContext();
		context.refresh();
		return new StubChannelsFactory(properties, new GlobalClientInterceptorRegistry(context), List.of());
	}

}
