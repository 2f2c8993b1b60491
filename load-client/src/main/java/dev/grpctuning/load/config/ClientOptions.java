package dev.grpctuning.load.config;

import java.util.List;

import javax.net.ssl.SSLException;

import com.google.common.base.Throwables;
import io.grpc.ClientInterceptor;
import io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import net.devh.boot.grpc.client.channelfactory.GrpcChannelConfigurer;
import net.devh.boot.grpc.client.channelfactory.NettyChannelFactory;
import net.devh.boot.grpc.client.config.GrpcChannelProperties;
import net.devh.boot.grpc.client.config.GrpcChannelsProperties;
import net.devh.boot.grpc.client.config.NegotiationType;
import net.devh.boot.grpc.client.interceptor.GlobalClientInterceptorRegistry;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

import dev.grpctuning.load.transport.TargetAddress;
import dev.grpctuning.load.transport.TargetUnreachableException;
import dev.grpctuning.load.transport.raw.RawChannelsFactory;
import dev.grpctuning.load.transport.stub.StubChannelsFactory.ChannelBuilders;

/** Reads {@code grpc.client.GLOBAL.*} for both engines, with net.devh. */
public final class ClientOptions extends NettyChannelFactory implements ChannelBuilders {

	private final GrpcChannelProperties global;

	public ClientOptions(GrpcChannelsProperties properties, GlobalClientInterceptorRegistry interceptors,
			List<GrpcChannelConfigurer> configurers) {
		super(properties, interceptors, configurers);
		this.global = properties.getGlobalChannel();
	}

	/** Uses all addresses of a name, where net.devh's own scheme uses the first. */
	@Override
	public NettyChannelBuilder builder(TargetAddress address, String name) throws TargetUnreachableException {
		try {
			NettyChannelBuilder builder = NettyChannelBuilder.forTarget(address.dnsTarget())
				.defaultLoadBalancingPolicy(getPropertiesFor(name).getDefaultLoadBalancingPolicy());
			configure(builder, name);
			return builder;
		}
		catch (RuntimeException ex) {
			throw unusable(address, ex);
		}
	}

	@Override
	public List<ClientInterceptor> interceptors() {
		return this.globalClientInterceptorRegistry.getClientInterceptors();
	}

	/** Creates the raw engine. */
	public RawChannelsFactory raw(TargetAddress address) throws TargetUnreachableException {
		try {
			return new RawChannelsFactory(
					bytes(this.global.getMaxInboundMessageSize(), RawChannelsFactory.DEFAULT_MAX_MESSAGE_BYTES),
					bytes(this.global.getMaxInboundMetadataSize(), RawChannelsFactory.DEFAULT_MAX_METADATA_BYTES),
					this.global.getUserAgent(), authority(), tls());
		}
		catch (RuntimeException | SSLException ex) {
			throw unusable(address, ex);
		}
	}

	private static TargetUnreachableException unusable(TargetAddress address, Exception failure) {
		return TargetUnreachableException.forGood(address,
				"grpc.client.GLOBAL.* cannot be used (" + Throwables.getRootCause(failure).getMessage() + ")", failure);
	}

	private static int bytes(@Nullable DataSize size, int otherwise) {
		return (size != null) ? Math.toIntExact(size.toBytes()) : otherwise;
	}

	private @Nullable String authority() {
		String override = this.global.getSecurity().getAuthorityOverride();
		return (this.global.getNegotiationType() == NegotiationType.TLS && isNonNullAndNonBlank(override)) ? override
				: null;
	}

	private @Nullable SslContext tls() throws SSLException {
		return switch (this.global.getNegotiationType()) {
			case PLAINTEXT -> null;
			case PLAINTEXT_UPGRADE -> throw new IllegalArgumentException(
					"load.engine=raw speaks plaintext or tls, and negotiation-type is plaintext_upgrade");
			case TLS -> {
				GrpcChannelProperties.Security security = this.global.getSecurity();
				SslContextBuilder builder = GrpcSslContexts.forClient();
				configureProvidedClientCertificate(security, builder);
				configureAcceptedServerCertificates(security, builder);
				if (security.getCiphers() != null && !security.getCiphers().isEmpty()) {
					builder.ciphers(security.getCiphers());
				}
				if (security.getProtocols() != null && security.getProtocols().length > 0) {
					builder.protocols(security.getProtocols());
				}
				yield builder.build();
			}
		};
	}

}
