package dev.grpctuning.load.transport;

import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.net.ssl.SSLException;

import com.google.common.base.Throwables;
import io.netty.handler.ssl.NotSslRecordException;
import org.jspecify.annotations.Nullable;

/** Describes why a server and this client could not agree on TLS. */
public final class TlsFailure {

	private static final String SECURITY = "grpc.client.GLOBAL.security.";

	private static final Pattern OTHER_NAME = Pattern.compile("No (subject alternative|name matching).*");

	private static final Pattern ALERT = Pattern.compile("Received fatal alert: (\\w+)");

	private TlsFailure() {
	}

	/** The failure of a server that speaks TLS without HTTP/2. */
	public static SSLException withoutHttp2() {
		return new WithoutHttp2();
	}

	/** Describes the cause, or returns {@code null} if TLS is not the reason. */
	public static @Nullable String describe(@Nullable Throwable failure) {
		List<Throwable> chain = (failure != null) ? Throwables.getCausalChain(failure) : List.of();
		return chain.reversed()
			.stream()
			.map(TlsFailure::cause)
			.filter(Objects::nonNull)
			.findFirst()
			.orElseGet(() -> chain.stream()
				.filter((each) -> each instanceof SSLException && !(each instanceof NotSslRecordException))
				.findFirst()
				.map((each) -> "the TLS handshake failed: " + each.getMessage())
				.orElse(null));
	}

	private static @Nullable String cause(Throwable failure) {
		String message = String.valueOf(failure.getMessage());
		return switch (failure) {
			case CertificateExpiredException ex -> "the server's certificate has expired (%s)".formatted(message);
			case CertificateNotYetValidException ex ->
				"the server's certificate is not valid yet (%s)".formatted(message);
			case CertPathBuilderException ex ->
				"the server's certificate is not trusted (%s); set %strust-cert-collection=file:CA.pem"
					.formatted(message, SECURITY);
			case CertificateException ex when OTHER_NAME.matcher(message).matches() ->
				"the server's certificate is for another name (%s); set load.authority to the name".formatted(message);
			case WithoutHttp2 ex -> message;
			case SSLException ex -> alert(ALERT.matcher(message));
			default -> null;
		};
	}

	private static @Nullable String alert(Matcher received) {
		String alert = received.find() ? received.group(1) : "";
		return switch (alert) {
			case "no_application_protocol" -> withoutHttp2().getMessage();
			case "certificate_required", "bad_certificate", "unsupported_certificate", "certificate_revoked",
					"certificate_expired", "certificate_unknown", "unknown_ca", "access_denied" ->
				"the server rejects the client's certificate, or requires one (%1$s); set %2$sclient-auth-enabled, %2$scertificate-chain and %2$sprivate-key"
					.formatted(alert, SECURITY);
			default -> null;
		};
	}

	private static final class WithoutHttp2 extends SSLException {

		WithoutHttp2() {
			super("the server speaks TLS, but did not choose h2 (HTTP/2) by ALPN");
		}

	}

}
