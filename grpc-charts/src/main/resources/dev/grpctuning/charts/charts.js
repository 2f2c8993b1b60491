// What all charts have in common: colours, axes, legends, and drawing again in another colour scheme, width or for print.

import { duration } from './figures.js';

const echarts = globalThis.echarts;
const dark = matchMedia('(prefers-color-scheme: dark)');
const LIGHT = ['#1f6fc4', '#d1570a', '#2a8745', '#8e44ad', '#c2185b', '#0a7d86', '#8a6a00', '#5b646c'];
const DARK = ['#6cb2ff', '#ff9f5a', '#6fcf8b', '#cf9bea', '#ff80ab', '#4fd0da', '#e2c044', '#aab3bb'];
const DASHES = ['solid', 'dashed', 'dotted'];
const charts = [];
let printing = false;
let width = innerWidth;

export function theme() {
  const light = printing || !dark.matches;
  return light ? { colors: LIGHT, text: '#1b1d1f', quiet: '#5d646b', line: '#e3e6e9', card: '#ffffff', silent: 'rgba(90, 100, 110, .13)' }
    : { colors: DARK, text: '#e7e9ea', quiet: '#a0a8b0', line: '#33383d', card: '#1b1e21', silent: 'rgba(200, 210, 220, .12)' };
}

export const color = (look, index) => look.colors[index % look.colors.length];
export const dash = (look, index) => DASHES[Math.floor(index / look.colors.length) % DASHES.length];

export function base(look) {
  return {
    animation: false,
    backgroundColor: 'transparent',
    // Room for a text is made by measuring it, which goes wrong with system-ui.
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

// Latencies may lie orders of magnitude apart; then only a logarithmic axis shows all of them.
export function scale(values) {
  const positive = values.filter((value) => value > 0);
  const [low, high] = [Math.min(...positive), Math.max(...positive)];
  return positive.length > 0 && high / low > 30
    ? { type: 'log', min: 10 ** Math.floor(Math.log10(low)), max: 10 ** Math.ceil(Math.log10(high)) } : { type: 'value', min: 0 };
}

// Adds a chart whose option is a function of the look and of the room, because both may change. draw() draws it.
export function add(parent, name, unit, height, place, option) {
  const figure = document.createElement('figure');
  const caption = document.createElement('figcaption');
  const chart = document.createElement('div');
  figure.className = place;
  caption.textContent = name;
  if (unit) {
    caption.append(' ', Object.assign(document.createElement('small'), { textContent: unit }));
  }
  chart.className = 'chart';
  chart.style.height = height + 'px';
  chart.setAttribute('role', 'img');
  chart.setAttribute('aria-label', name);
  figure.append(caption, chart);
  parent.append(figure);
  const drawn = { element: chart, option, group: parent.dataset.variant };
  charts.push(drawn);
  return drawn;
}

export const rows = (count) => 52 + (count > 12 ? 24 : 30) * count;

// Names from top to bottom at the left, and what is said of each at the right.
export function nameAxes(look, room, names, says) {
  const axes = (more) => axis(look, Object.assign({ type: 'category', data: names.map((_, index) => index), inverse: true, axisTick: { show: false } }, more));
  return [
    axes({
      axisLabel: { color: look.text, fontSize: 12, width: room * (room < 500 ? 0.42 : 0.33), overflow: 'truncate', interval: 0, formatter: (index) => names[index] },
      axisPointer: { label: { formatter: (it) => names[it.value] } }
    }),
    axes({
      position: 'right', axisLine: { show: false }, axisPointer: { show: false },
      axisLabel: { color: look.text, fontSize: 11, interval: 0, formatter: says }
    })
  ];
}

export const barGrid = (top) => ({ left: 10, right: 4, top, bottom: 8, containLabel: true });

// A tip has room for a dozen: the longest latencies.
export function longest(hits) {
  const shown = hits.length > 12 ? [...hits].sort((one, other) => other.value[1] - one.value[1]).slice(0, 12) : hits;
  return shown.map((hit) => hit.marker + echarts.format.encodeHTML(hit.seriesName) + ' <b>' + duration(hit.value[1]) + '</b>').join('<br>')
    + (shown.length < hits.length ? '<br>and ' + (hits.length - shown.length) + ' below' : '');
}

// What is folded away has no size to draw in.
export function draw(drawn = charts) {
  const look = theme();
  drawn.filter((chart) => chart.element.clientWidth > 0).forEach((chart) => {
    echarts.getInstanceByDom(chart.element)?.dispose();
    const instance = echarts.init(chart.element, null, { renderer: 'svg' });
    instance.setOption(chart.option(look, chart.element.clientWidth));
    if (chart.group !== undefined) {
      instance.group = 'variant-' + chart.group;
    }
  });
  new Set(drawn.map((chart) => chart.group).filter((group) => group !== undefined))
    .forEach((group) => echarts.connect('variant-' + group));
}

// Shows new data in a chart that is drawn already. At once: a tip of a connected chart must not find series without data.
export function refresh(chart) {
  echarts.getInstanceByDom(chart.element)?.setOption(chart.option(theme(), chart.element.clientWidth), { replaceMerge: ['series'] });
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
  printing = begins;
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

export function listen() {
  dark.addEventListener('change', () => draw());
  addEventListener('resize', turned);
  addEventListener('beforeprint', () => print(true));
  addEventListener('afterprint', () => print(false));
}
