// Shared by all charts: colours, axes, legends, and redrawing for another colour scheme or width, or for print.

import { buttons } from './save.js';

const echarts = globalThis.echarts;
const dark = matchMedia('(prefers-color-scheme: dark)');
export const COLORS = 7;
const DASHES = ['solid', 'dashed', 'dotted'];
const charts = [];
let listening = false;
let width = innerWidth;

// The style sheet has the colours, so that a page and its charts show the same.
export function theme() {
  const style = getComputedStyle(document.documentElement);
  const look = { colors: Array.from({ length: COLORS }, (_, index) => style.getPropertyValue('--variant-' + index).trim()) };
  ['text', 'quiet', 'line', 'card', 'silent', 'bad'].forEach((name) => { look[name] = style.getPropertyValue('--' + name).trim(); });
  return look;
}

// The color of a variant, by its index, or a named color of the style sheet, such as CONTROL for the A/A control.
export const CONTROL = 'quiet';
// Variants after the first seven have their colours deeper, those after them paler, because bars have no dashes.
const SHADES = [null, ['text', .5], ['card', .25]];
const shade = (which) => SHADES[Math.floor(which / COLORS) % SHADES.length];

export function color(look, which) {
  const own = look.colors[which % COLORS];
  const [other, share] = (!look[which] && shade(which)) || [];
  return look[which] ?? (other ? echarts.color.lerp(share, [own, look[other]]) : own);
}

// The same for elements, which change with the colour scheme.
export function cssColor(which) {
  const own = 'var(--' + (which === CONTROL ? which : 'variant-' + which % COLORS) + ')';
  const [other, share] = (which !== CONTROL && shade(which)) || [];
  return other ? 'color-mix(in srgb, ' + own + ', var(--' + other + ') ' + 100 * share + '%)' : own;
}

export const dash = (which) => (which === CONTROL ? 'dashed' : DASHES[Math.floor(which / COLORS) % DASHES.length]);
export const hatch = (look) => ({ symbol: 'rect', dashArrayX: [1, 0], dashArrayY: [2, 4], rotation: Math.PI / 4, color: look.card });

export function base(look) {
  return {
    animation: false,
    backgroundColor: 'transparent',
    // ECharts measures texts to make room for them, which fails with system-ui.
    textStyle: { fontFamily: 'sans-serif', color: look.text },
    aria: { enabled: true },
    tooltip: {
      trigger: 'axis', confine: true, backgroundColor: look.card, borderColor: look.line,
      textStyle: { color: look.text, fontSize: 12 }, axisPointer: { lineStyle: { color: look.quiet } }
    }
  };
}

export function axis(look, more) {
  return Object.assign({
    axisLine: { lineStyle: { color: look.quiet } },
    axisLabel: { color: look.quiet, fontSize: 11, hideOverlap: true },
    splitLine: { lineStyle: { color: look.line } },
    nameTextStyle: { color: look.quiet, fontSize: 11 }
  }, more);
}

export const legend = (look, names) => ({
  show: names.length > 1, type: 'scroll', left: 0, top: 0, itemWidth: 16, itemHeight: 8, icon: 'roundRect',
  data: names, textStyle: { color: look.quiet, fontSize: 11 }, pageTextStyle: { color: look.quiet }, pageIconColor: look.quiet
});

// How many lines a plain legend takes.
export function legendLines(names, room) {
  const pen = document.createElement('canvas').getContext('2d');
  pen.font = '11px sans-serif';
  let [lines, end] = [1, 10];
  names.forEach((name) => {
    const width = 31 + pen.measureText(name).width;
    [lines, end] = end + width - 10 > room ? [lines + 1, 10 + width] : [lines, end + width];
  });
  return lines;
}

// Latencies may lie orders of magnitude apart; then only a logarithmic axis shows all of them.
export function scale(values) {
  const positive = values.filter((value) => value > 0);
  const [low, high] = [Math.min(...positive), Math.max(...positive)];
  return positive.length > 0 && high / low > 30
    ? { type: 'log', min: 10 ** Math.floor(Math.log10(low)), max: 10 ** Math.ceil(Math.log10(high)) } : { type: 'value', min: 0 };
}

// Adds a chart. Its option is a function of the theme and the width, because both may change. Its height may be a
// function of the width. draw() draws it. Columns are the names of what each point has, or a function that returns
// all lines of a table.
export function add(parent, name, unit, height, place, option, columns) {
  const figure = document.createElement('figure');
  const caption = document.createElement('figcaption');
  const chart = document.createElement('div');
  const drawn = { element: chart, name, title: [name, unit].filter((part) => part).join(', '), option, columns, group: parent.dataset.group, height: typeof height === 'function' ? height : () => height };
  figure.className = place;
  caption.textContent = name;
  if (unit) {
    caption.append(' ', Object.assign(document.createElement('small'), { textContent: unit }));
  }
  caption.append(' ', buttons(drawn, theme));
  chart.className = 'chart';
  chart.style.height = drawn.height(parent.clientWidth) + 'px';
  chart.setAttribute('role', 'img');
  chart.setAttribute('aria-label', name);
  figure.append(caption, chart);
  parent.append(figure);
  charts.push(drawn);
  return drawn;
}

export const rows = (count) => 52 + (count > 12 ? 24 : 30) * count;

// Two axes for horizontal bars: names at the left, figures at the right.
export function nameAxes(look, room, names, says) {
  const axes = (more) => axis(look, Object.assign({ type: 'category', data: names.map((_, index) => index), inverse: true, axisTick: { show: false } }, more));
  return [
    axes({
      axisLabel: { color: look.text, fontSize: 12, width: room * (room < 500 ? 0.42 : 0.33), overflow: 'truncate', interval: 0, formatter: (index) => names[index] },
      axisPointer: { label: { formatter: (it) => names[it.value] } }
    }),
    axes({
      position: 'right', axisLine: { show: false }, axisPointer: { show: false },
      axisLabel: { color: look.text, fontSize: 11, lineHeight: 13, interval: 0, formatter: says }
    })
  ];
}

export const barGrid = (top) => ({ left: 10, right: 4, top, bottom: 8, containLabel: true });

// A tooltip made of elements, so that no text in it is markup and no content security policy forbids its colours. It
// has at most a dozen lines, those with the largest values.
export function tip(title, lines) {
  const shown = lines.length > 12 ? [...lines].sort((one, other) => other.value - one.value).slice(0, 12) : lines;
  const box = document.createElement('div');
  box.className = 'chart-tip';
  box.append(title, ...shown.map((line) => {
    const row = document.createElement('div');
    const swatch = document.createElement('i');
    Object.assign(swatch.style, { background: line.swatch, opacity: line.opacity ?? 1 });
    row.append(swatch, line.name, ' ', Object.assign(document.createElement('b'), { textContent: line.text }));
    return row;
  }));
  if (shown.length < lines.length) {
    box.append(Object.assign(document.createElement('div'), { textContent: 'and ' + (lines.length - shown.length) + ' below' }));
  }
  return box;
}

// A folded element has no size to draw in.
export function draw(drawn = charts) {
  const look = theme();
  drawn.filter((chart) => chart.element.clientWidth > 0).forEach((chart) => {
    echarts.getInstanceByDom(chart.element)?.dispose();
    chart.element.style.height = chart.height(chart.element.clientWidth) + 'px';
    const instance = echarts.init(chart.element, null, { renderer: 'svg' });
    instance.setOption(chart.option(look, chart.element.clientWidth, chart.element));
    if (chart.group !== undefined) {
      instance.group = chart.group;
    }
  });
  new Set(drawn.map((chart) => chart.group).filter((group) => group !== undefined))
    .forEach((group) => echarts.connect(group));
}

// The charts of a part of the page.
export const drawnIn = (parent) => charts.filter((chart) => parent.contains(chart.element));

// Takes all charts in an element off the page, and those of elements that were replaced.
export function discardIn(parent) {
  discard(charts.filter((chart) => parent.contains(chart.element) || !chart.element.isConnected));
}

// Shows new data in a chart that is drawn already. At once: a tip of a connected chart must not find series without data.
export function refresh(chart) {
  echarts.getInstanceByDom(chart.element)?.setOption(chart.option(theme(), chart.element.clientWidth, chart.element), { replaceMerge: ['series'] });
}

// Takes charts off the page.
export function discard(discarded) {
  discarded.forEach((chart) => {
    echarts.getInstanceByDom(chart.element)?.dispose();
    chart.element.closest('figure')?.remove();
    charts.splice(charts.indexOf(chart), 1);
  });
}

function print(begins) {
  document.documentElement.classList.toggle('printing', begins);
  document.querySelectorAll(begins ? 'details.runs:not([open])' : 'details.runs.unfolded').forEach((runs) => {
    runs.open = begins;
    runs.classList.toggle('unfolded', begins);
  });
  draw();
}

// How much room names have depends on the width; a phone changes the height alone as its bars come and go.
function turned() {
  if (innerWidth !== width) {
    width = innerWidth;
    draw();
  }
}

// A page that shows several reports in turn loads the library with each.
export function listen() {
  if (listening) {
    return;
  }
  listening = true;
  dark.addEventListener('change', () => draw());
  addEventListener('resize', turned);
  addEventListener('beforeprint', () => print(true));
  addEventListener('afterprint', () => print(false));
}
