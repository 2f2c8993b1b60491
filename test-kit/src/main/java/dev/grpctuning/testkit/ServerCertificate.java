package dev.grpctuning.testkit;

import java.io.File;
import java.util.List;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;

/**
 * Certificate of a server at {@code localhost} or 127.0.0.1.
 *
 * @param authority file with the certificate that clients trust
 * @param chain location of its own certificate
 * @param key location of its private key
 */
public record ServerCertificate(File authority, String chain, String key) {

	public static ServerCertificate create() {
		try {
			X509Bundle authority = new CertificateBuilder().subject("CN=authority")
				.setIsCertificateAuthority(true)
				.buildSelfSigned();
			X509Bundle server = new CertificateBuilder().subject("CN=server")
				.addSanDnsName("localhost")
				.addSanIpAddress("127.0.0.1")
				.buildIssuedBy(authority);
			return new ServerCertificate(authority.toTempRootCertPem(), "file:" + server.toTempCertChainPem(),
					"file:" + server.toTempPrivateKeyPem());
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** Arguments of an application with either gRPC starter. */
	public List<String> arguments() {
		return List.of("--grpc.server.security.enabled=true", "--grpc.server.security.certificate-chain=" + this.chain,
				"--grpc.server.security.private-key=" + this.key, "--spring.grpc.server.ssl.bundle=server",
				"--spring.ssl.bundle.pem.server.keystore.certificate=" + this.chain,
				"--spring.ssl.bundle.pem.server.keystore.private-key=" + this.key);
	}

}
