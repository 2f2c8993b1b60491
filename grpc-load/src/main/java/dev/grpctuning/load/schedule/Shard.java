package dev.grpctuning.load.schedule;

/**
 * What one of several clients drives of a common schedule: call {@code k} belongs to
 * client {@code k mod clients}.
 *
 * @param client index of the client, from 0
 * @param clients number of clients, at least 1
 */
public record Shard(int client, int clients) {

	public static final Shard ALL = new Shard(0, 1);

	public Shard {
		if (clients < 1) {
			throw new IllegalArgumentException("clients: " + clients + " (expected: >= 1)");
		}
		if (client < 0 || client >= clients) {
			throw new IllegalArgumentException("client: " + client + " (expected: 0 to " + (clients - 1) + ")");
		}
	}

	/** Reads a shard such as {@code 0/3}. */
	public static Shard parse(String text) {
		String[] parts = text.strip().split("/", -1);
		if (parts.length != 2) {
			throw new IllegalArgumentException("text: " + text + " (expected: client/clients)");
		}
		return new Shard(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));
	}

	public ArrivalSchedule of(ArrivalSchedule whole) {
		return (this.clients != 1) ? new Part(whole, this) : whole;
	}

	private record Part(ArrivalSchedule whole, Shard shard) implements ArrivalSchedule {

		@Override
		public long dueNanos(long index) {
			return this.whole.dueNanos(this.shard.client + index * this.shard.clients);
		}

		@Override
		public void close() {
			this.whole.close();
		}

	}

}
