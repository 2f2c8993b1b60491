package dev.grpctuning.attack;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

import static org.assertj.core.api.Assertions.assertThat;

/** A thread that attacks a port until it is closed. */
final class Attacker implements AutoCloseable {

	private static final Duration PATIENCE = Duration.ofMinutes(2);

	private final AtomicBoolean goesOn = new AtomicBoolean(true);

	private final AtomicBoolean hungUpOn = new AtomicBoolean();

	private final Thread thread;

	Attacker(Attack attack, int port) {
		this.thread = new Thread(() -> {
			while (this.goesOn.get()) {
				try {
					attack.run(port, this.goesOn::get);
				}
				catch (IOException ex) {
					// It comes back at once, as an attacker would.
					this.hungUpOn.set(true);
				}
			}
		}, "attacker");
		this.thread.setDaemon(true);
		this.thread.start();
	}

	boolean isHungUpOn() {
		return this.hungUpOn.get();
	}

	@Override
	public void close() {
		this.goesOn.set(false);
		try {
			this.thread.join(PATIENCE);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		assertThat(this.thread.isAlive()).isFalse();
	}

}
