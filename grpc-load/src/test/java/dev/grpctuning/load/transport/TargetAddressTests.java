package dev.grpctuning.load.transport;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.grpc.EquivalentAddressGroup;
import io.grpc.NameResolver;
import io.grpc.NameResolverRegistry;
import io.grpc.Status;
import io.grpc.SynchronizationContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Tests for {@link TargetAddress}. */
class TargetAddressTests {

	@ParameterizedTest
	@CsvSource({ "localhost:9090, localhost, 9090", "10.0.0.7:1, 10.0.0.7, 1",
			"grpc-1.example.com:65535, grpc-1.example.com, 65535", "[::1]:9090, ::1, 9090",
			"[2001:db8::7]:443, 2001:db8::7, 443" })
	void whenTextIsHostAndPortThenItIsRead(String text, String hostName, int port) {
		TargetAddress address = TargetAddress.parse(text);
		assertThat(address.hostName()).isEqualTo(hostName);
		assertThat(address.port()).isEqualTo(port);
		assertThat(address).hasToString(text);
	}

	@ParameterizedTest
	@CsvSource({ "10.0.0.7:1, 10.0.0.7", "[::1]:9090, ::1", "[2001:db8::7]:443, 2001:db8::7" })
	void whenAddressIsNumericThenGrpcJavaResolvesIt(String text, String address) throws Exception {
		CompletableFuture<NameResolver.ResolutionResult> resolved = new CompletableFuture<>();
		NameResolver.Args args = NameResolver.Args.newBuilder()
			.setDefaultPort(80)
			.setProxyDetector((server) -> null)
			.setSynchronizationContext(
					new SynchronizationContext((thread, failure) -> resolved.completeExceptionally(failure)))
			.setServiceConfigParser(new ServiceConfig())
			.setOffloadExecutor(Runnable::run)
			.build();
		TargetAddress target = TargetAddress.parse(text);
		NameResolver resolver = Objects.requireNonNull(NameResolverRegistry.getDefaultRegistry()
			.asFactory()
			.newNameResolver(URI.create(target.dnsTarget()), args));
		resolver.start(new NameResolver.Listener2() {

			@Override
			public void onResult(NameResolver.ResolutionResult result) {
				resolved.complete(result);
			}

			@Override
			public void onError(Status error) {
				resolved.completeExceptionally(error.asException());
			}

		});
		assertThat(resolved.get(10, TimeUnit.SECONDS).getAddressesOrError().getValue())
			.flatExtracting(EquivalentAddressGroup::getAddresses)
			.containsExactly(new InetSocketAddress(InetAddress.ofLiteral(address), target.port()));
		assertThat(resolver.getServiceAuthority()).isEqualTo(text);
	}

	@Test
	void whenTextHasSpaceAroundThenItIsIgnored() {
		assertThat(TargetAddress.parse(" localhost:9090\n")).isEqualTo(new TargetAddress("localhost", 9090));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " ", "localhost", "localhost:", ":9090", "9090", "localhost:0", "localhost:-1",
			"localhost:65536", "localhost:99999999999", "localhost:port", "::1:9090", "[::1]", "[::1:9090",
			"http://localhost:9090", "user@localhost:9090", "localhost:9090/", "localhost:9090/path",
			"localhost:9090?a=b", "localhost:9090#x", "local host:9090", "localhost:90 90", "a:1,b:2" })
	void whenTextHasAnotherFormThenItIsRefused(String text) {
		assertThatIllegalArgumentException().isThrownBy(() -> TargetAddress.parse(text))
			.withMessage("expected host:port with a port from 1 to 65535, such as localhost:9090");
	}

	@Test
	void whenHostIsAnIpv6AddressThenItIsInBrackets() {
		assertThat(new TargetAddress("0:0:0:0:0:0:0:1", 9090)).hasToString("[0:0:0:0:0:0:0:1]:9090");
	}

	@Test
	void whenUnreachableThenTheMessageNamesAddressAndReason() {
		assertThat(new TargetUnreachableException(TargetAddress.parse("[::1]:9090"), "unknown host"))
			.hasMessage("no gRPC server at [::1]:9090: unknown host");
	}

	private static final class ServiceConfig extends NameResolver.ServiceConfigParser {

		@Override
		public NameResolver.ConfigOrError parseServiceConfig(Map<String, ?> raw) {
			return NameResolver.ConfigOrError.fromConfig(raw);
		}

	}

}
