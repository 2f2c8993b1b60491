// The stream of events of the service. Tries again for as long as the page is open.

const AGAIN = 2000;
const SILENCE = 10000;

// handlers: a function for each kind of event, and `state`, which is called with `live` or with the time at which the
// connection was lost.
export function connect(url, handlers) {
  let source;
  let lostSince;
  let waiting;
  let watchdog;

  async function lost() {
    const refused = source.readyState === EventSource.CLOSED;
    source.close();
    lostSince ??= Date.now();
    clearTimeout(waiting);
    clearTimeout(watchdog);
    waiting = setTimeout(open, AGAIN);
    const reason = refused ? await why(url) : undefined;
    if (lostSince !== undefined) {
      handlers.state({ live: false, since: lostSince, reason });
    }
  }

  // A point comes each second. If none arrives, the connection was lost without an error.
  function heard() {
    clearTimeout(watchdog);
    watchdog = setTimeout(lost, SILENCE);
    lostSince = undefined;
  }

  function open() {
    clearTimeout(watchdog);
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

  // A browser keeps a page that was left, to go back to it, and opens only six connections to a host.
  addEventListener('pagehide', () => {
    source.close();
    clearTimeout(waiting);
    clearTimeout(watchdog);
  });
  addEventListener('pageshow', (event) => event.persisted && open());
  addEventListener('online', () => lostSince !== undefined && (clearTimeout(waiting), source.close(), open()));
  open();
}

// Why the service refuses the stream, such as too many viewers.
async function why(url) {
  const aborting = new AbortController();
  try {
    const response = await fetch(url, { signal: aborting.signal, cache: 'no-store' });
    const said = response.status === 503 && response.headers.get('Content-Type')?.startsWith('text/plain');
    return said ? (await response.text()).trim() : undefined;
  } catch {
    return undefined;
  } finally {
    aborting.abort();
  }
}
