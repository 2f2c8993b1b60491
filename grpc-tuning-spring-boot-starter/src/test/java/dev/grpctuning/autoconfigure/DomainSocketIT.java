package dev.grpctuning.autoconfigure;

import java.io.File;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.unix.DomainSocketAddress;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.grpctuning.change.TuningChange;
import dev.grpctuning.settings.InvalidTuningException;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.value.GenerationChange;
import dev.grpctuning.testkit.greeting.GreetingServer;
import dev.grpctuning.testkit.greeting.GrpcServerThreads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Servers that listen on a Unix domain socket. */
class DomainSocketIT {

	@TempDir
	private Path folder;

	private @Nullable EventLoopGroup clients;

	@BeforeEach
	void onlyWhereEpollWorks() {
		assumeTrue(Epoll.isAvailable(), "no epoll here");
		this.clients = new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory());
	}

	@AfterEach
	void noThreadOutlivesItsApplication() {
		if (this.clients != null) {
			this.clients.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
		}
		GrpcServerThreads.awaitNone();
	}

	@Test
	void whenItIsTunedThenItAnswers() {
		try (TunedApplication application = start("executor.type=direct", "worker-threads=1")) {
			assertThat(call()).isEqualTo("grpc-server-worker-1");
			assertThat(application.effective(Knobs.TRANSPORT)).isEqualTo("epoll");
		}
	}

	@Test
	void whenASettingNeedsANewServerThenItIsRestarted() {
		try (TunedApplication application = start()) {
			assertThat(call()).startsWith("grpc-default-executor");
			assertThatExceptionOfType(InvalidTuningException.class)
				.isThrownBy(() -> application.tryChange("worker-threads=2"))
				.withMessageContaining("set it to restart");
			TuningChange change = application.change("worker-threads=2", "generation.change=restart");
			assertThat(change.replacement()).isEqualTo(GenerationChange.RESTART);
			assertThat(application.effective(Knobs.WORKER_THREADS)).isEqualTo(2);
			assertThat(call()).startsWith("grpc-default-executor");
			application.change("worker-threads=3");
			application.change("worker-threads");
			assertThat(call()).startsWith("grpc-default-executor");
		}
	}

	@Test
	void whenServersAreReplacedThenTheEventLoopsOfTheirFrameworkEnd() {
		try (TunedApplication application = start("worker-threads=1", "generation.change=restart")) {
			int before = openFiles();
			for (int i = 0; i < 6; i++) {
				application.change("worker-threads=" + (2 - i % 2));
			}
			await().untilAsserted(() -> assertThat(openFiles()).isLessThan(before + 30));
		}
	}

	private static int openFiles() {
		return Objects.requireNonNull(new File("/proc/self/fd").list()).length;
	}

	@ParameterizedTest
	@CsvSource({ "transport=nio, transport: nio cannot serve a Unix domain socket; use epoll",
			"listen-addresses=127.0.0.1:1, listen-addresses: a server on a Unix domain socket can have no further addresses; remove them" })
	void whenASettingDoesNotFitSuchSocketsThenTheOldServerGoesOn(String change, String reason) throws Exception {
		try (TunedApplication application = start("executor.type=direct", "generation.change=restart")) {
			TuningChange failed = application.tryChange(change);
			assertThat(failed.outcome()).isEqualTo(TuningChange.Outcome.ROLLED_BACK);
			assertThat(failed.detail()).endsWith(reason);
			assertThat(call()).startsWith("grpc-server-worker-");
		}
	}

	private TunedApplication start(String... properties) {
		return TunedApplication.start(Stream.concat(Stream.of(properties),
				Stream.of("--grpc.server.address=unix:" + path(),
						"--spring.grpc.server.netty.domain-socket-path=" + path(),
						"--spring.grpc.server.netty.transport=domain-socket"))
			.toArray(String[]::new));
	}

	private String path() {
		return this.folder.resolve("socket").toString();
	}

	private String call() {
		return GreetingServer.call(channel());
	}

	private ManagedChannel channel() {
		return NettyChannelBuilder.forAddress(new DomainSocketAddress(path()))
			.channelType(EpollDomainSocketChannel.class)
			.eventLoopGroup(this.clients)
			.overrideAuthority("localhost")
			.usePlaintext()
			.build();
	}

}
