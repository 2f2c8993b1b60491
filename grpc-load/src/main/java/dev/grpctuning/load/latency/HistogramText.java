package dev.grpctuning.load.latency;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.DataFormatException;

import org.HdrHistogram.Histogram;

/**
 * Writes histograms in HdrHistogram's compressed encoding (V2) in Base64, which its
 * plotters read.
 */
public final class HistogramText {

	private HistogramText() {
	}

	public static String encode(Histogram micros) {
		ByteBuffer buffer = ByteBuffer.allocate(micros.getNeededByteBufferCapacity());
		int length = micros.encodeIntoCompressedByteBuffer(buffer);
		return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
	}

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
