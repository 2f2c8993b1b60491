package dev.grpctuning.autoconfigure.boot;

import java.security.KeyStore;
import java.util.List;

import javax.net.ssl.X509ExtendedKeyManager;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import org.junit.jupiter.api.Test;
import org.springframework.boot.ssl.DefaultSslBundleRegistry;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundleKey;
import org.springframework.boot.ssl.SslStoreBundle;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link RenewedCertificates}. */
class RenewedCertificatesTests {

	private static final String PASSWORD = "password-of-a-test";

	@Test
	void whenABundleNamesOneOfItsKeysThenItIsStillTheOneThatIsChosen() throws Exception {
		KeyStore keys = KeyStore.getInstance("PKCS12");
		keys.load(null, null);
		for (String alias : List.of("first", "second")) {
			X509Bundle own = new CertificateBuilder().subject("CN=" + alias)
				.setIsCertificateAuthority(true)
				.buildSelfSigned();
			keys.setKeyEntry(alias, own.getKeyPair().getPrivate(), PASSWORD.toCharArray(), own.getCertificatePath());
		}
		for (String alias : List.of("first", "second")) {
			DefaultSslBundleRegistry registry = new DefaultSslBundleRegistry("server",
					SslBundle.of(SslStoreBundle.of(keys, PASSWORD, null), SslBundleKey.of(PASSWORD, alias)));
			RenewedCertificates.follow("server", registry, registry);
			assertThat(registry.getBundle("server").getManagers().getKeyManagers()).singleElement()
				.isInstanceOfSatisfying(X509ExtendedKeyManager.class,
						(manager) -> assertThat(manager.chooseEngineServerAlias("EC", null, null)).isEqualTo(alias));
		}
	}

}
