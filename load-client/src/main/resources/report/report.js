import { listen } from './charts.js';
import { render } from './experiment.js';

// A link to a variant unfolds its section.
function unfold() {
  const section = location.hash.startsWith('#variant-') && document.getElementById(location.hash.slice(1));
  const details = section && section.querySelector('details:not(.runs)');
  if (details && !details.open) {
    details.open = true;
    section.scrollIntoView();
  }
}

render(JSON.parse(document.getElementById('data').textContent));
listen();
unfold();
// On the live page, it replaces the listener of the previous report.
globalThis.onhashchange = unfold;
document.querySelectorAll('a[href^="#variant-"]').forEach((link) => link.addEventListener('click', () => setTimeout(unfold)));
