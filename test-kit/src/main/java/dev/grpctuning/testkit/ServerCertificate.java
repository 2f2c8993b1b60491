package dev.grpctuning.testkit;

import java.io.File;
import java.util.List;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;

/**
 * Certificate of a server at {@code localhost} or 127.0.0.1.
 *
 * @param authority file with the certificate that clients trust
 * @param arguments arguments of an application with either gRPC starter
 */
public record ServerCertificate(File authority, List<String> arguments) {

	public static ServerCertificate create() {
		try {
			X509Bundle authority = new CertificateBuilder().subject("CN=authority")
				.setIsCertificateAuthority(true)
				.buildSelfSigned();
			X509Bundle server = new CertificateBuilder().subject("CN=server")
				.addSanDnsName("localhost")
				.addSanIpAddress("127.0.0.1")
				.buildIssuedBy(authority);
			String chain = "file:" + server.toTempCertChainPem();
			String key = "file:" + server.toTempPrivateKeyPem();
			return new ServerCertificate(authority.toTempRootCertPem(),
					List.of("--grpc.server.security.enabled=true", "--grpc.server.security.certificate-chain=" + chain,
							"--grpc.server.security.private-key=" + key, "--spring.grpc.server.ssl.bundle=server",
							"--spring.ssl.bundle.pem.server.keystore.certificate=" + chain,
							"--spring.ssl.bundle.pem.server.keystore.private-key=" + key));
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

}
