package dev.grpctuning.load.call.template;

import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

interface Placeholder {

	/**
	 * Makes the text for a call and one of its messages, by their numbers from 0. Unless
	 * it is a time, it is the same in all attempts of a call.
	 */
	String text(long call, int message);

	/** Reads what stands between the braces, if there is such a placeholder. */
	static Optional<Placeholder> read(String name) {
		Matcher range = Range.FORM.matcher(name);
		if (range.matches()) {
			return Range.of(range.group(1), range.group(2));
		}
		return switch (name) {
			case "seq" -> number((call, message) -> call);
			case "message" -> number((call, message) -> message);
			case "random" -> Optional.of(Range.of(0, Long.MAX_VALUE));
			case "uuid" -> Optional.of(new Uuid(ThreadLocalRandom.current().nextLong()));
			case "time" -> Optional.of(new IsoTime(Clock.systemUTC()));
			case "time s" -> Optional.of(new UnixTime(TimeUnit.SECONDS, Clock.systemUTC()));
			case "time ms" -> Optional.of(new UnixTime(TimeUnit.MILLISECONDS, Clock.systemUTC()));
			case "time us" -> Optional.of(new UnixTime(TimeUnit.MICROSECONDS, Clock.systemUTC()));
			case "time ns" -> Optional.of(new UnixTime(TimeUnit.NANOSECONDS, Clock.systemUTC()));
			default -> Optional.empty();
		};
	}

	private static Optional<Placeholder> number(Number number) {
		return Optional.of(number);
	}

	/** Draws the same for all attempts of a call. */
	private static SplittableRandom random(long seed, long call, int message) {
		return new SplittableRandom(seed ^ Long.rotateLeft(call, Integer.SIZE) ^ message);
	}

	@FunctionalInterface
	interface Number extends Placeholder {

		long number(long call, int message);

		@Override
		default String text(long call, int message) {
			return Long.toString(number(call, message));
		}

	}

	record Range(long from, long to, long seed) implements Number {

		private static final Pattern FORM = Pattern.compile("random (-?\\d{1,18}) (-?\\d{1,18})");

		private static Optional<Placeholder> of(String from, String to) {
			Range range = of(Long.parseLong(from), Long.parseLong(to));
			return (range.from <= range.to) ? Optional.of(range) : Optional.empty();
		}

		private static Range of(long from, long to) {
			return new Range(from, to, ThreadLocalRandom.current().nextLong());
		}

		@Override
		public long number(long call, int message) {
			SplittableRandom random = random(this.seed, call, message);
			return (this.to == Long.MAX_VALUE) ? random.nextLong(this.from, this.to)
					: random.nextLong(this.from, this.to + 1);
		}

	}

	/** Version 4. It may be guessed, so that it needs no secure source. */
	record Uuid(long seed) implements Placeholder {

		private static final long VERSION_MASK = 0xffffffffffff0fffL;

		private static final long VERSION = 0x4000L;

		private static final long VARIANT_MASK = 0x3fffffffffffffffL;

		private static final long VARIANT = 0x8000000000000000L;

		@Override
		public String text(long call, int message) {
			SplittableRandom random = random(this.seed, call, message);
			return new UUID((random.nextLong() & VERSION_MASK) | VERSION, (random.nextLong() & VARIANT_MASK) | VARIANT)
				.toString();
		}

	}

	record IsoTime(Clock clock) implements Placeholder {

		@Override
		public String text(long call, int message) {
			return this.clock.instant().toString();
		}

	}

	record UnixTime(TimeUnit unit, Clock clock) implements Number {

		@Override
		public long number(long call, int message) {
			Instant now = this.clock.instant();
			return this.unit.convert(TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano(),
					TimeUnit.NANOSECONDS);
		}

	}

}
