package dev.grpctuning.autoconfigure;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

import io.grpc.netty.NettyServerBuilder;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.grpctuning.advice.Advice;
import dev.grpctuning.advice.Adviser;
import dev.grpctuning.testkit.greeting.BuilderHook;
import dev.grpctuning.testkit.greeting.GrpcServerThreads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Event loops and pools that the application gives its server. */
@ExtendWith(OutputCaptureExtension.class)
class OwnThreadsIT {

	private static final ThreadFactory THREADS = new DefaultThreadFactory("own", true);

	@AfterEach
	void noThreadOutlivesItsApplication() {
		GrpcServerThreads.awaitNone();
	}

	@Test
	void whenTheyAreCreatedForEachServerThenTheyEndWithIt() {
		try (TunedApplication application = TunedApplication.start()) {
			application.bean(BuilderHook.class)
				.set((builder) -> give(builder, loops(), loops(), Executors.newFixedThreadPool(1, THREADS)));
			replaceTheFirst(application);
			for (int i = 0; i < 4; i++) {
				application.change("max-concurrent-calls-per-connection=" + (100 + i));
				assertThat(application.call()).startsWith("own-");
			}
			await().untilAsserted(() -> assertThat(threads()).hasSize(3));
		}
		await().untilAsserted(() -> assertThat(threads()).isEmpty());
	}

	@Tag("either-framework")
	@Test
	void whenAllServersGetTheSameThenTheyGoOnAndTheAdviceNamesWhatTheyOverride(CapturedOutput output) {
		EventLoopGroup loops = loops();
		ExecutorService pool = Executors.newFixedThreadPool(1, THREADS);
		try {
			try (TunedApplication application = TunedApplication.start()) {
				application.bean(BuilderHook.class).set((builder) -> give(builder, loops, loops, pool));
				replaceTheFirst(application);
				for (int i = 0; i < 3; i++) {
					application.change("max-concurrent-calls-per-connection=" + (100 + i));
					assertThat(application.call()).startsWith("own-");
				}
				application.change("worker-threads=2");
				String found = "2 is configured and 1 in force";
				assertThat(application.bean(Adviser.class).advise()).extracting(Advice::found).contains(found);
				assertThat(output).contains("worker-threads: found " + found);
			}
			assertThat(loops.isShuttingDown()).isFalse();
			assertThat(pool.isShutdown()).isFalse();
		}
		finally {
			pool.shutdown();
			loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
		}
	}

	/** The first server has other event loops, which cannot share a port with these. */
	private static void replaceTheFirst(TunedApplication application) {
		application.change("max-concurrent-calls-per-connection=99", "generation.change=restart");
		application.change("generation.change=swap");
	}

	private static EventLoopGroup loops() {
		return new MultiThreadIoEventLoopGroup(1, THREADS, NioIoHandler.newFactory());
	}

	private static void give(NettyServerBuilder builder, EventLoopGroup boss, EventLoopGroup workers,
			ExecutorService pool) {
		builder.bossEventLoopGroup(boss)
			.workerEventLoopGroup(workers)
			.channelType(NioServerSocketChannel.class)
			.executor(pool);
	}

	private static List<String> threads() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.map(Thread::getName)
			.filter((name) -> name.startsWith("own-"))
			.toList();
	}

}
