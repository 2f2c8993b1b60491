// Data that the page keeps: the points of the last ten minutes, and the latest changes of the tuning. Times are
// seconds of the epoch.

const SPAN = 600;
const CHANGES = 50;

export class History {
  points = [];
  changes = [];
  interval = 1;
  #arrived = 0;

  // The service sends all that it has, also after a lost connection. Only this page has the data from before a
  // restart of the service.
  replace(sent) {
    this.interval = sent.interval || 1;
    const from = sent.points[0]?.at ?? Infinity;
    this.points = this.points.filter((point) => point.at < from).concat(sent.points);
    // A former change is not in force in a service that was started again.
    this.changes = this.changes.map((change) => ({ ...change, former: true }));
    sent.changes.forEach((change) => this.change(change));
    this.#trim();
  }

  add(point) {
    // The clock of a service may be set back.
    if (point.at <= this.points.at(-1)?.at) {
      this.points = this.points.filter((earlier) => earlier.at < point.at);
    }
    this.points.push(point);
    this.#trim();
  }

  // A change may be heard of twice: in the answer to its request, and among the events.
  change(change) {
    const time = Date.parse(change.at) / 1000;
    if (change.outcome !== 'DRY_RUN') {
      this.changes = [{ ...change, time }, ...this.changes.filter((known) => known.at !== change.at)].sort((one, other) => other.time - one.time).slice(0, CHANGES);
    }
  }

  get last() {
    return this.points.at(-1);
  }

  // Now, by the clock of the service.
  get now() {
    return this.last ? this.last.at + (performance.now() - this.#arrived) / 1000 : Date.now() / 1000;
  }

  // Span of the charts: at least one minute, and at most ten.
  window(lost) {
    const end = lost ? this.now : this.last?.at ?? this.now;
    const start = Math.max(end - SPAN, Math.min(this.points[0]?.at ?? end, end - 60));
    return { start, end, marks: this.changes.filter((change) => change.time > start && change.time <= end), silent: this.#gaps(lost ? end : undefined) };
  }

  // The values of a figure, with a gap where points are missing.
  line(read) {
    const line = [];
    this.points.forEach((point, index) => {
      if (this.#gapBefore(index)) {
        line.push([point.at - this.interval, null]);
      }
      line.push([point.at, read(point) ?? null]);
    });
    return line;
  }

  has(read) {
    return this.points.some((point) => (read(point) ?? null) !== null);
  }

  changesNear(at, seconds) {
    return this.changes.filter((change) => Math.abs(change.time - at) <= seconds);
  }

  #gapBefore(index) {
    return index > 0 && this.points[index].at - this.points[index - 1].at > 3 * this.interval;
  }

  #gaps(lostUntil) {
    const gaps = this.points.flatMap((point, index) => (this.#gapBefore(index) ? [[this.points[index - 1].at, point.at]] : []));
    return lostUntil !== undefined && this.last && lostUntil - this.last.at > 3 * this.interval ? [...gaps, [this.last.at, lostUntil]] : gaps;
  }

  #trim() {
    this.#arrived = performance.now();
    const from = (this.last?.at ?? 0) - SPAN;
    const old = Math.max(this.points.findIndex((point) => point.at >= from), this.points.length - Math.ceil(SPAN / this.interval) - 1);
    if (old > 0) {
      this.points.splice(0, old);
    }
  }
}
