package dev.grpctuning.load.schedule;

/**
 * What one of several clients drives of a schedule that they drive together: call
 * {@code k} of it belongs to client {@code k mod clients}, so that their calls are
 * disjoint and together are the schedule.
 *
 * @param client index of the client, from 0
 * @param clients number of clients, at least 1
 */
public record Share(int client, int clients) {

	/**
	 * Of one client that is alone.
	 */
	public static final Share ALL = new Share(0, 1);

	public Share {
		if (clients < 1) {
			throw new IllegalArgumentException("clients: " + clients + " (expected: >= 1)");
		}
		if (client < 0 || client >= clients) {
			throw new IllegalArgumentException("client: " + client + " (expected: 0 to " + (clients - 1) + ")");
		}
	}

	/**
	 * Reads {@code client/clients}.
	 * @param text such as {@code 0/3}
	 * @return the share
	 * @throws IllegalArgumentException if it is something else
	 */
	public static Share parse(String text) {
		String[] parts = text.strip().split("/", -1);
		if (parts.length != 2) {
			throw new IllegalArgumentException("text: " + text + " (expected: client/clients)");
		}
		return new Share(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));
	}

	/**
	 * The client's own calls of a schedule.
	 * @param whole the schedule
	 * @return its calls {@code client}, {@code client + clients} and so on
	 */
	public ArrivalSchedule of(ArrivalSchedule whole) {
		return (this.clients != 1) ? new Part(whole, this) : whole;
	}

	/**
	 * The calls of a client.
	 *
	 * @param whole those of all clients
	 * @param share which of them
	 */
	private record Part(ArrivalSchedule whole, Share share) implements ArrivalSchedule {

		@Override
		public long dueNanos(long index) {
			return this.whole.dueNanos(this.share.client + index * this.share.clients);
		}

		@Override
		public void close() {
			this.whole.close();
		}

	}

}
