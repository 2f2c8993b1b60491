package dev.grpctuning.load.transport.raw;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.ConnectException;

import io.grpc.Status;
import io.netty.channel.ChannelException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link SocketFailure}. */
class SocketFailureTests {

	@Test
	void whenNoSocketCouldBeMadeThenItsReasonIsTold() {
		Status status = SocketFailure.connecting(new ChannelException("Unable to create Channel",
				new InvocationTargetException(new ChannelException(new IOException("Too many open files")))));
		assertThat(status.getCode()).isEqualTo(Status.Code.UNAVAILABLE);
		assertThat(status.getDescription()).isEqualTo("Too many open files");
	}

	@Test
	void whenNobodyListensThenTheAddressIsToldToo() {
		ConnectException refused = new ConnectException("Connection refused: /127.0.0.1:1");
		refused.initCause(new ConnectException("Connection refused"));
		assertThat(SocketFailure.connecting(refused).getDescription()).isEqualTo("Connection refused: /127.0.0.1:1");
	}

	@Test
	void whenThisClientHasABugThenItIsInternal() {
		assertThat(SocketFailure.connecting(new ChannelException("odd")).getCode()).isEqualTo(Status.Code.INTERNAL);
	}

}
