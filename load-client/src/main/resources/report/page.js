// Used by every report: explains terms, copies the command, closes the menu.

// The live page runs this again for each new report. The tooltip and the listeners of the document stay.
const known = document.getElementById('tip');
const tip = known ?? Object.assign(document.createElement('div'), { id: 'tip' });
tip.hidden = true;
tip.setAttribute('role', 'tooltip');

// The first of each term in a block is a link to its entry in the glossary, which is shown when one points at it.
function explain() {
  const entries = new Map();
  document.querySelectorAll('.glossary dt').forEach((entry) =>
    [entry.textContent, ...(entry.dataset.also ?? '').split('|')].filter(Boolean).forEach((word) => entries.set(word.toLowerCase(), entry)));
  if (entries.size === 0) {
    return;
  }
  const words = [...entries.keys()].sort((one, other) => other.length - one.length).map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
  const pattern = new RegExp('(?<![\\w.-])(?:' + words.join('|') + ')(?![\\w-]|\\.\\w)', 'gi');
  document.querySelectorAll('thead th, .note, .bottleneck, .description, .headline, figcaption, .meta:not(.glossary) dd, small.role').forEach((block) => {
    const seen = new Set();
    const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) {
      texts.push(walker.currentNode);
    }
    texts.filter((text) => !text.parentElement.closest('a, code, button, summary')).forEach((text) => link(text, pattern, entries, seen));
  });
}

function link(text, pattern, entries, seen) {
  const parts = [];
  let end = 0;
  for (const hit of text.data.matchAll(pattern)) {
    const entry = entries.get(hit[0].toLowerCase());
    if (!seen.has(entry)) {
      seen.add(entry);
      parts.push(text.data.slice(end, hit.index), Object.assign(document.createElement('a'), { className: 'term', href: '#' + entry.id, textContent: hit[0] }));
      end = hit.index + hit[0].length;
    }
  }
  if (parts.length > 0) {
    text.replaceWith(...parts, text.data.slice(end));
  }
}

function show(term) {
  const entry = document.getElementById(term.hash.slice(1));
  tip.textContent = entry.nextElementSibling.textContent;
  tip.hidden = false;
  term.setAttribute('aria-describedby', tip.id);
  const box = term.getBoundingClientRect();
  const { width, height } = tip.getBoundingClientRect();
  tip.style.left = Math.max(8, Math.min(box.left, document.documentElement.clientWidth - width - 8)) + 'px';
  tip.style.top = (box.bottom + height > innerHeight ? box.top - height : box.bottom) + 'px';
}

function hide() {
  tip.hidden = true;
  document.querySelector('[aria-describedby=tip]')?.removeAttribute('aria-describedby');
}

const term = (event) => event.target.closest?.('a.term');

function listen() {
  ['mouseover', 'focusin'].forEach((type) => document.addEventListener(type, (event) => term(event) && show(term(event))));
  document.addEventListener('mouseout', (event) => {
    if ((term(event) || event.target === tip) && event.relatedTarget !== tip) {
      hide();
    }
  });
  document.addEventListener('focusout', (event) => term(event) && hide());
  document.addEventListener('scroll', hide, { passive: true });
  document.addEventListener('keydown', (event) => event.key === 'Escape' && hide());
  document.addEventListener('click', (event) => {
    // A touch screen has no pointing without a click.
    if (term(event) && event.pointerType === 'touch') {
      event.preventDefault();
      show(term(event));
    }
    document.querySelectorAll('details.menu[open]').forEach((menu) => {
      menu.open = menu.contains(event.target) && !event.target.closest('a');
    });
  });
}

// Pages from a file have no clipboard in some browsers; there the command is selected instead.
document.querySelectorAll('[data-copy]').forEach((button) => button.addEventListener('click', async () => {
  const text = document.getElementById(button.dataset.copy);
  try {
    await navigator.clipboard.writeText(text.textContent);
    button.textContent = 'Copied';
  }
  catch {
    getSelection().selectAllChildren(text);
    button.textContent = document.execCommand('copy') ? 'Copied' : 'Selected';
  }
}));

// Scrolling elements must be reachable by keyboard.
document.querySelectorAll('.wide, pre').forEach((wide) => {
  if (wide.scrollWidth > wide.clientWidth) {
    wide.tabIndex = 0;
  }
});
if (!known) {
  document.body.append(tip);
  listen();
}
explain();
