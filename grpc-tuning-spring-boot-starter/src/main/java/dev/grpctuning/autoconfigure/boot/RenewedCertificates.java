package dev.grpctuning.autoconfigure.boot;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Optional;

import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509TrustManager;

import io.grpc.util.AdvancedTlsX509TrustManager;
import io.netty.handler.ssl.util.KeyManagerFactoryWrapper;
import io.netty.handler.ssl.util.TrustManagerFactoryWrapper;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundleRegistry;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.ssl.SslManagerBundle;

/**
 * Makes each TLS handshake use the current certificates of an SSL bundle. Spring Boot
 * alone gives all generations of its gRPC server those of the start.
 */
final class RenewedCertificates {

	private RenewedCertificates() {
	}

	/**
	 * Replaces a bundle by one whose managers follow its updates. Leaves an unknown
	 * bundle, or one without a key, to Spring Boot, which reports it.
	 */
	static void follow(String name, SslBundleRegistry registry, SslBundles bundles) {
		if (!bundles.getBundleNames().contains(name)) {
			return;
		}
		SslBundle configured = bundles.getBundle(name);
		key(configured).ifPresent((present) -> {
			CurrentKey key = new CurrentKey(present);
			AdvancedTlsX509TrustManager trust = trust(configured, null);
			SslBundle following = SslBundle.of(configured.getStores(), configured.getKey(), configured.getOptions(),
					configured.getProtocol(),
					SslManagerBundle.of(new KeyManagerFactoryWrapper(key), new TrustManagerFactoryWrapper(trust)));
			bundles.addBundleUpdateHandler(name, (updated) -> {
				if (updated != following) {
					key(updated).ifPresent((renewed) -> key.manager = renewed);
					trust(updated, trust);
				}
			});
			registry.updateBundle(name, following);
		});
	}

	private static Optional<X509ExtendedKeyManager> key(SslBundle bundle) {
		return first(bundle.getManagers().getKeyManagers(), X509ExtendedKeyManager.class);
	}

	/** Makes a manager, or a new one, trust the authorities of a bundle from now on. */
	private static AdvancedTlsX509TrustManager trust(SslBundle bundle, @Nullable AdvancedTlsX509TrustManager present) {
		try {
			AdvancedTlsX509TrustManager trust = (present != null) ? present
					: AdvancedTlsX509TrustManager.newBuilder().build();
			X509TrustManager manager = first(bundle.getManagers().getTrustManagers(), X509TrustManager.class)
				.orElseThrow();
			trust.updateTrustCredentials(manager.getAcceptedIssuers());
			return trust;
		}
		catch (IOException | GeneralSecurityException ex) {
			throw new IllegalStateException("The authorities of the SSL bundle cannot be trusted", ex);
		}
	}

	private static <T> Optional<T> first(Object[] managers, Class<T> type) {
		return Arrays.stream(managers).filter(type::isInstance).map(type::cast).findFirst();
	}

	/** Unlike gRPC's own, it chooses among several keys. */
	private static final class CurrentKey extends X509ExtendedKeyManager {

		private volatile X509ExtendedKeyManager manager;

		CurrentKey(X509ExtendedKeyManager manager) {
			this.manager = manager;
		}

		@Override
		public @Nullable String chooseEngineServerAlias(String keyType, Principal @Nullable [] issuers,
				SSLEngine engine) {
			return this.manager.chooseEngineServerAlias(keyType, issuers, engine);
		}

		@Override
		public @Nullable String chooseServerAlias(String keyType, Principal @Nullable [] issuers, Socket socket) {
			return this.manager.chooseServerAlias(keyType, issuers, socket);
		}

		@Override
		public @Nullable String chooseClientAlias(String[] keyTypes, Principal @Nullable [] issuers, Socket socket) {
			return this.manager.chooseClientAlias(keyTypes, issuers, socket);
		}

		@Override
		public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
			return this.manager.getServerAliases(keyType, issuers);
		}

		@Override
		public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
			return this.manager.getClientAliases(keyType, issuers);
		}

		@Override
		public X509Certificate @Nullable [] getCertificateChain(String alias) {
			return this.manager.getCertificateChain(alias);
		}

		@Override
		public @Nullable PrivateKey getPrivateKey(String alias) {
			return this.manager.getPrivateKey(alias);
		}

	}

}
