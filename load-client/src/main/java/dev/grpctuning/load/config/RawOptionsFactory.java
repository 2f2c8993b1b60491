package dev.grpctuning.load.config;

import java.util.List;

import javax.net.ssl.SSLException;

import com.google.common.base.Throwables;
import io.grpc.netty.GrpcSslContexts;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import net.devh.boot.grpc.client.channelfactory.NettyChannelFactory;
import net.devh.boot.grpc.client.config.GrpcChannelProperties;
import net.devh.boot.grpc.client.config.GrpcChannelsProperties;
import net.devh.boot.grpc.client.config.NegotiationType;
import net.devh.boot.grpc.client.interceptor.GlobalClientInterceptorRegistry;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

import dev.grpctuning.load.transport.TargetAddress;
import dev.grpctuning.load.transport.TargetUnreachableException;
import dev.grpctuning.load.transport.raw.RawOptions;

/**
 * Reads {@code grpc.client.GLOBAL.*} for the raw engine as net.devh reads it for the
 * channels of grpc-java: limits, user agent and TLS.
 */
public final class RawOptionsFactory extends NettyChannelFactory {

	private final GrpcChannelProperties global;

	public RawOptionsFactory(GrpcChannelsProperties properties, GlobalClientInterceptorRegistry interceptors) {
		super(properties, interceptors, List.of());
		this.global = properties.getGlobalChannel();
	}

	public RawOptions create(TargetAddress address) throws TargetUnreachableException {
		try {
			return new RawOptions(bytes(this.global.getMaxInboundMessageSize(), RawOptions.DEFAULT_MAX_MESSAGE_BYTES),
					bytes(this.global.getMaxInboundMetadataSize(), RawOptions.DEFAULT_MAX_METADATA_BYTES),
					this.global.getUserAgent(), authority(), tls());
		}
		catch (RuntimeException | SSLException ex) {
			throw TargetUnreachableException.forGood(address,
					"grpc.client.GLOBAL.* cannot be used (" + Throwables.getRootCause(ex).getMessage() + ")", ex);
		}
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
