package dev.grpctuning.load.call;

import java.util.List;

import dev.grpctuning.load.call.Requests.Source;

record RotatingRequests<Q>(List<Source<Q>> sources, int count) implements Requests<Q> {

	RotatingRequests {
		sources = List.copyOf(sources);
	}

	@Override
	public boolean constant() {
		return this.count % this.sources.size() == 0 && this.sources.stream().allMatch(Source::constant);
	}

	@Override
	public Q message(long call, int index) {
		int size = this.sources.size();
		int place = (size == 1) ? 0 : (int) ((call % size * this.count + index) % size);
		return this.sources.get(place).message(call, index);
	}

}
