package dev.grpctuning.testkit;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

import io.grpc.ChannelCredentials;
import io.grpc.ServerCredentials;
import io.grpc.TlsChannelCredentials;
import io.grpc.TlsServerCredentials;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;

/** Certificate of a server at {@code localhost} or 127.0.0.1. */
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

	/** Replaces the files by those of another certificate, as a renewal does. */
	public void replaceBy(ServerCertificate renewed) {
		move(renewed.authority.toPath(), this.authority.toPath());
		move(path(renewed.chain), path(this.chain));
		move(path(renewed.key), path(this.key));
	}

	private static void move(Path from, Path to) {
		try {
			Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static Path path(String location) {
		return Path.of(location.substring("file:".length()));
	}

	/** Credentials of a client that trusts this certificate alone, and presents it. */
	public ChannelCredentials client() {
		try {
			return TlsChannelCredentials.newBuilder()
				.trustManager(this.authority)
				.keyManager(path(this.chain).toFile(), path(this.key).toFile())
				.build();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Credentials of a server with this certificate. */
	public ServerCredentials server() {
		try {
			return TlsServerCredentials.create(path(this.chain).toFile(), path(this.key).toFile());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
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
