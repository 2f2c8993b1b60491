package dev.grpctuning.load.call;

import java.util.List;
import java.util.function.Function;

/**
 * The request messages of calls. Calls send the messages of the sources in rotation: each
 * continues where the one before it ended.
 *
 * @param <Q> type of the messages
 * @param count how many messages each call sends: 1, or any number if the client streams
 */
public record Requests<Q>(List<Source<Q>> sources, int count) {

	public Requests {
		sources = List.copyOf(sources);
	}

	/** Whether all calls send the same messages, so that they can be prepared once. */
	public boolean constant() {
		return this.count % this.sources.size() == 0 && this.sources.stream().allMatch(Source::constant);
	}

	/** Makes a message of a call, by both their numbers from 0. For any thread. */
	public Q message(long call, int index) {
		int size = this.sources.size();
		int place = (size == 1) ? 0 : (int) ((call % size * this.count + index) % size);
		return this.sources.get(place).form().message(call, index);
	}

	/**
	 * The messages at one place of a rotation.
	 *
	 * @param constant whether they are all the same
	 */
	public record Source<Q>(boolean constant, Form<Q> form) {

		public static <Q> Source<Q> same(Q message) {
			return new Source<>(true, (call, index) -> message);
		}

		/** Converts the messages; a constant one only once. */
		public <P> Source<P> map(Function<Q, P> conversion) {
			return this.constant ? same(conversion.apply(this.form.message(0, 0)))
					: new Source<>(false, (call, index) -> conversion.apply(this.form.message(call, index)));
		}

	}

	/** Makes a message of a call, by both their numbers from 0. */
	@FunctionalInterface
	public interface Form<Q> {

		Q message(long call, int index);

	}

}
