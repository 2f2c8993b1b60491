package dev.grpctuning.transport;

import java.io.FileNotFoundException;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link NettyTransportAvailability}. */
class NettyTransportAvailabilityTests {

	@Test
	void whenTheNativeLibraryIsMissingThenTheReasonNamesItsArtifact() {
		Throwable cause = new UnsatisfiedLinkError("could not load a native library: netty_transport_native_epoll")
			.initCause(new FileNotFoundException("META-INF/native/libnetty_transport_native_epoll_x86_64.so"));
		assertThat(NettyTransportAvailability.reason(cause, "netty-transport-native-epoll"))
			.isEqualTo("io.netty:netty-transport-native-epoll for this processor is not on the class path");
	}

}
