package dev.grpctuning.autoconfigure.boot;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Arrays;

import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509ExtendedTrustManager;

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
		X509ExtendedKeyManager key = key(configured);
		X509ExtendedTrustManager trust = trust(configured);
		if (key == null || trust == null) {
			return;
		}
		CurrentKey currentKey = new CurrentKey(key);
		CurrentTrust currentTrust = new CurrentTrust(trust);
		SslBundle following = SslBundle.of(configured.getStores(), configured.getKey(), configured.getOptions(),
				configured.getProtocol(), SslManagerBundle.of(new KeyManagerFactoryWrapper(currentKey),
						new TrustManagerFactoryWrapper(currentTrust)));
		bundles.addBundleUpdateHandler(name, (updated) -> {
			if (updated != following) {
				currentKey.manager = or(key(updated), currentKey.manager);
				currentTrust.manager = or(trust(updated), currentTrust.manager);
			}
		});
		registry.updateBundle(name, following);
	}

	private static @Nullable X509ExtendedKeyManager key(SslBundle bundle) {
		return first(bundle.getManagers().getKeyManagers(), X509ExtendedKeyManager.class);
	}

	private static @Nullable X509ExtendedTrustManager trust(SslBundle bundle) {
		return first(bundle.getManagers().getTrustManagers(), X509ExtendedTrustManager.class);
	}

	private static <T> @Nullable T first(Object[] managers, Class<T> type) {
		return Arrays.stream(managers).filter(type::isInstance).map(type::cast).findFirst().orElse(null);
	}

	private static <T> T or(@Nullable T updated, T present) {
		return (updated != null) ? updated : present;
	}

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
		public @Nullable String chooseEngineClientAlias(String[] keyTypes, Principal @Nullable [] issuers,
				SSLEngine engine) {
			return this.manager.chooseEngineClientAlias(keyTypes, issuers, engine);
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

	private static final class CurrentTrust extends X509ExtendedTrustManager {

		private volatile X509ExtendedTrustManager manager;

		CurrentTrust(X509ExtendedTrustManager manager) {
			this.manager = manager;
		}

		@Override
		public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
				throws CertificateException {
			this.manager.checkClientTrusted(chain, type, engine);
		}

		@Override
		public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
				throws CertificateException {
			this.manager.checkServerTrusted(chain, type, engine);
		}

		@Override
		public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
				throws CertificateException {
			this.manager.checkClientTrusted(chain, type, socket);
		}

		@Override
		public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
				throws CertificateException {
			this.manager.checkServerTrusted(chain, type, socket);
		}

		@Override
		public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
			this.manager.checkClientTrusted(chain, type);
		}

		@Override
		public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
			this.manager.checkServerTrusted(chain, type);
		}

		@Override
		public X509Certificate[] getAcceptedIssuers() {
			return this.manager.getAcceptedIssuers();
		}

	}

}
