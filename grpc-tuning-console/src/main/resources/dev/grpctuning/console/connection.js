// The stream of events of the service. Tries again for as long as the page is open.

const AGAIN = 2000;
const SILENCE = 10000;

// handlers: a function for each kind of event, and `state`, which is told `live` or since when the connection is lost.
export function connect(url, handlers) {
  let source;
  let lostSince;
  let waiting;
  let watchdog;

  function lost() {
    source.close();
    lostSince ??= Date.now();
    handlers.state({ live: false, since: lostSince });
    clearTimeout(waiting);
    clearTimeout(watchdog);
    waiting = setTimeout(open, AGAIN);
  }

  // A point comes each second. A connection that broke without a word is noticed only because none does.
  function heard() {
    clearTimeout(watchdog);
    watchdog = setTimeout(lost, SILENCE);
    if (lostSince !== undefined) {
      lostSince = undefined;
    }
  }

  function open() {
    source = new EventSource(url);
    source.onerror = lost;
    watchdog = setTimeout(lost, SILENCE);
    ['history', 'point', 'change', 'diagnosis'].forEach((kind) => source.addEventListener(kind, (event) => {
      heard();
      handlers[kind](JSON.parse(event.data));
      if (kind === 'history') {
        handlers.state({ live: true });
      }
    }));
  }

  addEventListener('online', () => lostSince !== undefined && (clearTimeout(waiting), source.close(), open()));
  open();
}
