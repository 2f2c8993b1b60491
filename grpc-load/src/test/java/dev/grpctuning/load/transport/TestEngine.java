package dev.grpctuning.load.transport;

import java.time.Duration;
import java.util.Map;

import javax.net.ssl.SSLException;

import io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.NegotiationType;
import io.netty.handler.ssl.SslContext;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.api.TargetChannels;
import dev.grpctuning.load.call.CallPlan;
import dev.grpctuning.load.call.Greeting;
import dev.grpctuning.load.engine.channel.CallChannels;
import dev.grpctuning.load.engine.plan.LoadEngine;
import dev.grpctuning.load.engine.plan.LoadEngine.StubKind;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.transport.raw.RawChannelsFactory;
import dev.grpctuning.load.transport.stub.StubChannelsFactory;

/** Everything that can make calls. */
public enum TestEngine {

	FUTURE(LoadEngine.STUB, StubKind.FUTURE), ASYNC(LoadEngine.STUB, StubKind.ASYNC),
	BLOCKING(LoadEngine.STUB, StubKind.BLOCKING), RAW(LoadEngine.RAW, StubKind.FUTURE);

	private final LoadEngine engine;

	private final StubKind stub;

	TestEngine(LoadEngine engine, StubKind stub) {
		this.engine = engine;
		this.stub = stub;
	}

	/** A plan of this engine, with a header and generous times. */
	public LoadPlan plan(LoadModel model, int channels, int maxOpenCalls) {
		return plan(model, channels, Greeting.PLAN.withMetadata(Map.of("x-the-header", "over sockets")), maxOpenCalls,
				Duration.ofSeconds(20));
	}

	/** A plan of this engine that calls what a test wants. */
	public LoadPlan plan(LoadModel model, int channels, CallPlan call, int maxOpenCalls, Duration drain) {
		return new LoadPlan(model, this.engine, this.stub, channels, call, maxOpenCalls, drain, Duration.ofSeconds(40));
	}

	/** Opens the channels of a plan of this engine, in plaintext. */
	public CallChannels open(TargetAddress address, LoadPlan plan, Duration connectTimeout) throws Exception {
		return open(address, plan, connectTimeout, NegotiationType.PLAINTEXT);
	}

	/** Opens the channels of a plan of this engine. */
	public CallChannels open(TargetAddress address, LoadPlan plan, Duration connectTimeout, NegotiationType negotiation)
			throws Exception {
		return new TargetChannels(stubs(negotiation),
				(target) -> new RawChannelsFactory(RawChannelsFactory.DEFAULT_MAX_MESSAGE_BYTES,
						RawChannelsFactory.DEFAULT_MAX_METADATA_BYTES, null, null, tls(negotiation)))
			.open(address, plan, connectTimeout);
	}

	private static @Nullable SslContext tls(NegotiationType negotiation) {
		try {
			return (negotiation != NegotiationType.PLAINTEXT) ? GrpcSslContexts.forClient().build() : null;
		}
		catch (SSLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static StubChannelsFactory stubs(NegotiationType negotiation) {
		StubChannelsFactory plaintext = StubChannelsFactory.plaintext();
		return new StubChannelsFactory(
				(address, name) -> plaintext.builders().builder(address, name).negotiationType(negotiation));
	}

}
