package dev.grpctuning.load.live;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ViewerTests {

	private final AtomicInteger cuts = new AtomicInteger();

	private final Viewer viewer = new Viewer(this.cuts::incrementAndGet);

	@Test
	void whenItReadsThenItGetsAllEventsInOrder() throws Exception {
		this.viewer.send("one ");
		this.viewer.send("two");
		this.viewer.close();
		ByteArrayOutputStream out = new ByteArrayOutputStream();
		this.viewer.write(out);
		assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("one two");
		assertThat(this.cuts).hasValue(0);
	}

	@Test
	void whenItDoesNotReadThenItIsCutOffAndNobodyWaitsForIt() {
		for (int i = 0; i < Viewer.CAPACITY; i++) {
			this.viewer.send("event");
		}
		assertThat(this.cuts).hasValue(0);
		this.viewer.send("one too many");
		assertThat(this.cuts).hasValue(1);
	}

	@Test
	void whenItIsCutOffWhileItWaitsThenTheWriteEnds() throws Exception {
		Thread writer = Thread.ofVirtual().unstarted(() -> {
			try {
				this.viewer.write(OutputStream.nullOutputStream());
			}
			catch (InterruptedException ex) {
				this.cuts.incrementAndGet();
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		});
		writer.start();
		writer.interrupt();
		writer.join();
		assertThat(this.cuts).hasValue(1);
	}

}
