package dev.grpctuning.load.live;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ViewerTests {

	private final AtomicInteger cuts = new AtomicInteger();

	private final Viewer viewer = new Viewer(this.cuts::incrementAndGet);

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
