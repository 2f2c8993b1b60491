package dev.grpctuning.load.latency;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.DataFormatException;

import org.HdrHistogram.Histogram;

/**
 * A histogram as text: HdrHistogram's own compressed form (V2), in Base64, as its log
 * files and plotters have it.
 */
public final class HistogramText {

	private HistogramText() {
	}

	/**
	 * Writes a histogram.
	 * @param micros the histogram, in microseconds
	 * @return its text, one line
	 */
	public static String encode(Histogram micros) {
		ByteBuffer buffer = ByteBuffer.allocate(micros.getNeededByteBufferCapacity());
		int length = micros.encodeIntoCompressedByteBuffer(buffer);
		return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
	}

	/**
	 * Reads a histogram.
	 * @param text what {@link #encode} wrote
	 * @return the histogram, in microseconds
	 * @throws IllegalArgumentException if it is something else
	 */
	public static Histogram decode(String text) {
		try {
			return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(Base64.getDecoder().decode(text)),
					LatencyInterval.HIGHEST_MICROS);
		}
		catch (DataFormatException | RuntimeException ex) {
			throw new IllegalArgumentException("no histogram: " + ex.getMessage(), ex);
		}
	}

}
