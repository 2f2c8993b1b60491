package dev.grpctuning.testkit.greeting;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import com.google.protobuf.ByteString;
import io.grpc.stub.StreamObserver;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.hello.v1.HelloServiceGrpc;

/** Answers with the name of the thread that it runs on, and waits while it has a gate. */
public class Greeter extends HelloServiceGrpc.HelloServiceImplBase {

	private final Set<Thread> waiting = ConcurrentHashMap.newKeySet();

	private final Set<ClassLoader> classLoaders = ConcurrentHashMap.newKeySet();

	private volatile CountDownLatch gate = new CountDownLatch(0);

	private volatile CountDownLatch streamGate = new CountDownLatch(0);

	private volatile long workNanos;

	private volatile int mostWaiting;

	private volatile boolean interrupted;

	/** Answers unary calls, {@code null} for the thread that handles them. */
	private volatile @Nullable ScheduledExecutorService own;

	public int waiting() {
		return this.waiting.size();
	}

	/** Threads of the calls that wait. */
	public Set<Thread> waitingThreads() {
		return Set.copyOf(this.waiting);
	}

	public int mostWaiting() {
		return this.mostWaiting;
	}

	public boolean wasInterrupted() {
		return this.interrupted;
	}

	public Set<ClassLoader> classLoaders() {
		return this.classLoaders;
	}

	/** Makes calls wait until the gate is opened. */
	public CountDownLatch closeGate() {
		this.gate = new CountDownLatch(1);
		return this.gate;
	}

	/** Makes only calls of the streaming method wait until the gate is opened. */
	public CountDownLatch closeStreamGate() {
		this.streamGate = new CountDownLatch(1);
		return this.streamGate;
	}

	/** Makes each call of the unary method occupy its thread for so long. */
	public void work(Duration time) {
		this.workNanos = time.toNanos();
	}

	/** Makes calls of the unary method return at once, and answers them from a pool. */
	public void answerFrom(@Nullable ScheduledExecutorService own) {
		this.own = own;
	}

	@Override
	public void sayHello(HelloRequest request, StreamObserver<HelloResponse> response) {
		ScheduledExecutorService own = this.own;
		if (own != null) {
			own.schedule(() -> {
				response.onNext(answer(Thread.currentThread()));
				response.onCompleted();
			}, 20, TimeUnit.MILLISECONDS);
			return;
		}
		Thread thread = Thread.currentThread();
		this.classLoaders.add(thread.getContextClassLoader());
		pass(thread, this.gate);
		LockSupport.parkNanos(this.workNanos);
		response.onNext(answer(thread));
		response.onCompleted();
	}

	@Override
	public void sayHelloStream(HelloRequest request, StreamObserver<HelloResponse> response) {
		pass(Thread.currentThread(), this.streamGate);
		HelloResponse large = HelloResponse.newBuilder()
			.setPayload(ByteString.copyFrom(new byte[request.getResponseBytes()]))
			.build();
		for (int i = 0; i < request.getResponseCount(); i++) {
			response.onNext(large);
		}
		sayHello(request, response);
	}

	/** Answers each id, with the number of the message. */
	@Override
	public StreamObserver<HelloRequest> chat(StreamObserver<HelloResponse> response) {
		return new StreamObserver<>() {

			private int count;

			@Override
			public void onNext(HelloRequest request) {
				this.count++;
				response.onNext(HelloResponse.newBuilder().setId(request.getId()).setGreeting("" + this.count).build());
			}

			@Override
			public void onError(Throwable failure) {
			}

			@Override
			public void onCompleted() {
				response.onCompleted();
			}

		};
	}

	private static HelloResponse answer(Thread thread) {
		return HelloResponse.newBuilder().setGreeting(thread.getName()).build();
	}

	private void pass(Thread thread, CountDownLatch present) {
		if (present.getCount() == 0) {
			return;
		}
		this.waiting.add(thread);
		synchronized (this) {
			this.mostWaiting = Math.max(this.mostWaiting, this.waiting.size());
		}
		try {
			present.await();
		}
		catch (InterruptedException ex) {
			this.interrupted = true;
		}
		this.waiting.remove(thread);
	}

}
