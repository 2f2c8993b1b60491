package dev.grpctuning.slices;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** Logarithms of the ratios of units in which nothing differs. */
@FunctionalInterface
interface Noise {

	double[] units(RandomGenerator random, int number);

	static RandomGenerator random(long seed) {
		return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
	}

	/**
	 * An autoregressive process of the first order, whose steps have Student's
	 * distribution with five degrees of freedom. The first step comes from before the
	 * first unit.
	 * @param deviation standard deviation of a unit
	 */
	static Noise autoregressive(double deviation, double correlation) {
		return (random, number) -> {
			double[] units = new double[number];
			double before = random.nextGaussian();
			for (int i = 0; i < number; i++) {
				double squares = 0;
				for (int j = 0; j < 5; j++) {
					double normal = random.nextGaussian();
					squares += normal * normal;
				}
				double step = random.nextGaussian() / Math.sqrt(squares / 5) * Math.sqrt(3 / 5.0);
				before = correlation * before + Math.sqrt(1 - correlation * correlation) * step;
				units[i] = deviation * before;
			}
			return units;
		};
	}

	/**
	 * Pieces of 20 units of a column of {@code aa-units.csv}, without their mean. Every
	 * second piece on average has its sign changed, as if the two sides had changed.
	 */
	static Noise recorded(int column) {
		double[] values = Arrays.stream(read().split("\n"))
			.filter((line) -> !line.startsWith("#"))
			.mapToDouble((line) -> Double.parseDouble(line.split(",")[column]))
			.toArray();
		double mean = Arrays.stream(values).average().orElseThrow();
		return (random, number) -> {
			double[] units = new double[number];
			int piece = 20;
			for (int i = 0; i < number; i += piece) {
				int from = random.nextInt(values.length - piece + 1);
				int sign = random.nextBoolean() ? 1 : -1;
				for (int j = i; j < Math.min(i + piece, number); j++) {
					units[j] = sign * (values[from + j - i] - mean);
				}
			}
			return units;
		};
	}

	private static String read() {
		try (InputStream in = Objects.requireNonNull(Noise.class.getResourceAsStream("aa-units.csv"))) {
			return new String(in.readAllBytes(), StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
