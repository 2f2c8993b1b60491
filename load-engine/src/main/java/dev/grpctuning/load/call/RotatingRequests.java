package dev.grpctuning.load.target;

import java.util.List;

/**
 * Several messages that calls send in rotation: each call goes on where the call before
 * it ended.
 *
 * @param <Q> type of the messages
 * @param sources the messages, at least one
 * @param count how many each call sends
 */
record RotatingRequests<Q>(List<MessageSource<Q>> sources, int count) implements Requests<Q> {

	RotatingRequests {
		sources = List.copyOf(sources);
	}

	@Override
	public boolean constant() {
		return this.count % this.sources.size() == 0 && this.sources.stream().allMatch(MessageSource::constant);
	}

	@Override
	public Q message(long call, int index) {
		int size = this.sources.size();
		int place = (size == 1) ? 0 : (int) ((call % size * this.count + index) % size);
		return this.sources.get(place).message(call, index);
	}

}
