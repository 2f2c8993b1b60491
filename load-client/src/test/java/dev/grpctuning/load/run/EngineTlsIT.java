package dev.grpctuning.load.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

import io.grpc.Metadata;
import io.grpc.netty.GrpcSslContexts;
import io.grpc.stub.MetadataUtils;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import net.devh.boot.grpc.client.channelfactory.GrpcChannelConfigurer;
import net.devh.boot.grpc.client.config.GrpcChannelProperties;
import net.devh.boot.grpc.client.config.GrpcChannelsProperties;
import net.devh.boot.grpc.client.config.NegotiationType;
import net.devh.boot.grpc.client.interceptor.GlobalClientInterceptorConfigurer;
import net.devh.boot.grpc.client.interceptor.GlobalClientInterceptorRegistry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.context.support.StaticApplicationContext;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.Resource;
import org.springframework.util.unit.DataSize;

import dev.grpctuning.load.app.LoadClientApplication;
import dev.grpctuning.load.engine.LoadRun;
import dev.grpctuning.load.engine.channel.CallChannels;
import dev.grpctuning.load.engine.plan.LoadEngine;
import dev.grpctuning.load.engine.plan.LoadEngine.StubKind;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.hello.HelloCall;
import dev.grpctuning.load.schedule.BurstSchedule;
import dev.grpctuning.load.schedule.BurstSchedule.Pacing;
import dev.grpctuning.load.transport.TargetAddress;
import dev.grpctuning.load.transport.TargetUnreachableException;
import dev.grpctuning.testkit.HelloServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** What {@code grpc.client.GLOBAL.*} does to every engine: TLS above all. */
@Timeout(60)
@Execution(ExecutionMode.CONCURRENT)
class EngineTlsIT {

	private static final Duration LONGEST = Duration.ofSeconds(30);

	/** The stub engine waits for all of it before it says what is wrong. */
	private static final Duration LONG_ENOUGH_TO_BE_REFUSED = Duration.ofSeconds(2);

	private static final LoadModel BURST = new LoadModel.Burst(
			new BurstSchedule(3, 100, Duration.ofMillis(10), Pacing.SCHEDULE), Warmup.NONE);

	private static final Counts ALL_ANSWERED = new Counts(300, 300, Map.of(), 0, 0);

	private static X509Bundle authority;

	private static X509Bundle serverCertificate;

	private static X509Bundle otherCertificate;

	private static X509Bundle clientCertificate;

	@BeforeAll
	static void makeCertificates() throws Exception {
		authority = new CertificateBuilder().subject("CN=authority").setIsCertificateAuthority(true).buildSelfSigned();
		serverCertificate = new CertificateBuilder().subject("CN=server")
			.addSanIpAddress("127.0.0.1")
			.buildIssuedBy(authority);
		otherCertificate = new CertificateBuilder().subject("CN=other")
			.addSanDnsName("other.example")
			.buildIssuedBy(authority);
		clientCertificate = new CertificateBuilder().subject("CN=client").buildIssuedBy(authority);
	}

	private static SslContextBuilder server(X509Bundle certificate) {
		return GrpcSslContexts.configure(
				SslContextBuilder.forServer(certificate.getKeyPair().getPrivate(), certificate.getCertificatePath()));
	}

	private static Resource pem(String text) {
		return new ByteArrayResource(text.getBytes(StandardCharsets.US_ASCII));
	}

	private static void trust(GrpcChannelProperties channel) {
		channel.setNegotiationType(NegotiationType.TLS);
		channel.getSecurity().setTrustCertCollection(pem(authority.getCertificatePEM()));
	}

	@ParameterizedTest
	@EnumSource
	void whenTheServerIsTrustedThenCallsAreAnswered(LoadEngine engine) throws Exception {
		try (HelloServer server = HelloServer.start(server(serverCertificate).build())) {
			assertThat(run(engine, TargetAddress.parse(server.address()), EngineTlsIT::trust)).isEqualTo(ALL_ANSWERED);
			assertThat(server.connections()).isEqualTo(2);
		}
	}

	@ParameterizedTest
	@EnumSource
	void whenBothSidesDoNotAgreeThenTheMessageNamesWhatToSet(LoadEngine engine) throws Exception {
		X509Bundle expired = new CertificateBuilder().subject("CN=server")
			.addSanIpAddress("127.0.0.1")
			.notBefore(Instant.now().minus(Duration.ofDays(2)))
			.notAfter(Instant.now().minus(Duration.ofDays(1)))
			.buildIssuedBy(authority);
		String option = "--tls, or grpc.client.GLOBAL.negotiation-type=tls, turns on TLS";
		assertRefused(engine, serverCertificate, (channel) -> channel.setNegotiationType(NegotiationType.TLS),
				": the server's certificate is not trusted (",
				"; set grpc.client.GLOBAL.security.trust-cert-collection=file:CA.pem");
		assertRefused(engine, otherCertificate, EngineTlsIT::trust, ": the server's certificate is for another name (",
				"; set load.authority");
		assertRefused(engine, expired, EngineTlsIT::trust, ": the server's certificate has expired (NotAfter: ");
		assertRefused(engine, serverCertificate, (channel) -> channel.setNegotiationType(NegotiationType.PLAINTEXT),
				option);
		assertRefused(engine, null, EngineTlsIT::trust, option);
		assertRefused(engine, null, (channel) -> {
			channel.setNegotiationType(NegotiationType.TLS);
			channel.getSecurity().setTrustCertCollection(pem("nonsense"));
		}, "grpc.client.GLOBAL.* cannot be used (");
	}

	/** Of a server that speaks no TLS if it has no certificate. */
	private static void assertRefused(LoadEngine engine, @Nullable X509Bundle certificate,
			Consumer<GrpcChannelProperties> settings, String... parts) throws Exception {
		try (HelloServer server = (certificate != null) ? HelloServer.start(server(certificate).build())
				: HelloServer.start()) {
			assertThat(refused(engine, TargetAddress.parse(server.address()), settings)).contains(parts);
			assertThat(server.calls()).isZero();
		}
	}

	@ParameterizedTest
	@EnumSource
	void whenTheNameIsOverriddenThenTheCertificateMustHaveIt(LoadEngine engine) throws Exception {
		try (HelloServer server = HelloServer.start(server(otherCertificate).build())) {
			assertThat(run(engine, TargetAddress.parse(server.address()), (channel) -> {
				trust(channel);
				channel.getSecurity().setAuthorityOverride("other.example");
			})).isEqualTo(ALL_ANSWERED);
		}
	}

	@ParameterizedTest
	@EnumSource
	void whenTheServerWantsACertificateThenItIsShown(LoadEngine engine) throws Exception {
		SslContext mutual = server(serverCertificate).trustManager(authority.getCertificate())
			.clientAuth(ClientAuth.REQUIRE)
			.build();
		try (HelloServer server = HelloServer.start(mutual)) {
			assertThat(run(engine, TargetAddress.parse(server.address()), (channel) -> {
				trust(channel);
				channel.getSecurity().setClientAuthEnabled(true);
				channel.getSecurity().setCertificateChain(pem(clientCertificate.getCertificatePathPEM()));
				channel.getSecurity().setPrivateKey(pem(clientCertificate.getPrivateKeyPEM()));
			})).isEqualTo(ALL_ANSWERED);
			assertThat(refused(engine, TargetAddress.parse(server.address()), EngineTlsIT::trust)).contains(
					"the server rejects the client's certificate, or requires one (certificate_required); set grpc.client.GLOBAL.security.client-auth-enabled");
		}
	}

	@ParameterizedTest
	@EnumSource
	void whenTheServerDoesNotChooseHttp2ThenSaysSo(LoadEngine engine) throws Exception {
		SSLContext context = SSLContext.getInstance("TLS");
		context.init(serverCertificate.toKeyManagerFactory().getKeyManagers(), null, null);
		try (SSLServerSocket socket = (SSLServerSocket) context.getServerSocketFactory().createServerSocket(0)) {
			Thread.startVirtualThread(() -> shakeHands(socket));
			String message = refused(engine, new TargetAddress("127.0.0.1", socket.getLocalPort()), EngineTlsIT::trust);
			assertThat(message).endsWith(": the server speaks TLS, but did not choose h2 (HTTP/2) by ALPN");
		}
	}

	private static void shakeHands(SSLServerSocket socket) {
		while (!socket.isClosed()) {
			try {
				((SSLSocket) socket.accept()).startHandshake();
			}
			catch (IOException ex) {
				// The first connection only looks whether somebody listens.
			}
		}
	}

	@ParameterizedTest
	@EnumSource
	void whenResponsesAreLongerThanAllowedThenTheyFail(LoadEngine engine) throws Exception {
		try (HelloServer server = HelloServer.start()) {
			assertThat(run(engine, TargetAddress.parse(server.address()), (channel) -> {
				channel.setNegotiationType(NegotiationType.PLAINTEXT);
				channel.setMaxInboundMessageSize(DataSize.ofBytes(1));
			})).isEqualTo(new Counts(300, 0, Map.of("RESOURCE_EXHAUSTED", 300L), 0, 0));
		}
	}

	@Test
	void whenTheApplicationHasAnInterceptorAndAConfigurerThenEachStubChannelUsesThem() throws Exception {
		List<String> configured = new ArrayList<>();
		Metadata header = new Metadata();
		header.put(Metadata.Key.of("x-the-header", Metadata.ASCII_STRING_MARSHALLER), "intercepted");
		StaticApplicationContext context = new StaticApplicationContext();
		context.registerBean(GrpcChannelConfigurer.class, () -> (builder, name) -> configured.add(name));
		context.registerBean(GlobalClientInterceptorConfigurer.class,
				() -> (interceptors) -> interceptors.add(MetadataUtils.newAttachHeadersInterceptor(header)));
		try (HelloServer server = HelloServer.start()) {
			LoadPlan plan = plan(LoadEngine.STUB);
			try (CallChannels channels = open(plan, TargetAddress.parse(server.address()),
					(channel) -> channel.setNegotiationType(NegotiationType.PLAINTEXT), context, LONGEST)) {
				new LoadRun(plan, channels, (progress) -> {
				}).run();
			}
			assertThat(server.headers()).containsExactly("intercepted");
			assertThat(configured).containsExactly("load-0", "load-1");
		}
	}

	private static Counts run(LoadEngine engine, TargetAddress address, Consumer<GrpcChannelProperties> settings)
			throws Exception {
		LoadPlan plan = plan(engine);
		try (CallChannels channels = open(plan, address, settings, new StaticApplicationContext(), LONGEST)) {
			return new LoadRun(plan, channels, (progress) -> {
			}).run().result().counts();
		}
	}

	private static String refused(LoadEngine engine, TargetAddress address, Consumer<GrpcChannelProperties> settings) {
		Duration timeout = (engine == LoadEngine.RAW) ? LONGEST : LONG_ENOUGH_TO_BE_REFUSED;
		return String.valueOf(assertThatExceptionOfType(TargetUnreachableException.class)
			.isThrownBy(() -> open(plan(engine), address, settings, new StaticApplicationContext(), timeout))
			.actual()
			.getMessage());
	}

	private static LoadPlan plan(LoadEngine engine) {
		return new LoadPlan(BURST, engine, StubKind.FUTURE, 2, HelloCall.PLAN, 10_000, Duration.ofSeconds(20),
				Duration.ofSeconds(40));
	}

	private static CallChannels open(LoadPlan plan, TargetAddress address, Consumer<GrpcChannelProperties> settings,
			StaticApplicationContext context, Duration timeout)
			throws TargetUnreachableException, InterruptedException {
		GrpcChannelsProperties properties = new GrpcChannelsProperties();
		settings.accept(properties.getGlobalChannel());
		context.refresh();
		return new LoadClientApplication()
			.channelsFactory(properties, new GlobalClientInterceptorRegistry(context),
					context.getBeanProvider(GrpcChannelConfigurer.class))
			.open(address, plan, timeout);
	}

}
