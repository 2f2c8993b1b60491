// What all pages share. A page is one function of this and of what the page adds.

const data = JSON.parse(document.getElementById('data').textContent);
const dark = matchMedia('(prefers-color-scheme: dark)');
const LIGHT = ['#1f6fc4', '#d1570a', '#2a8745', '#8e44ad', '#c2185b', '#0a7d86', '#8a6a00', '#5b646c'];
const DARK = ['#6cb2ff', '#ff9f5a', '#6fcf8b', '#cf9bea', '#ff80ab', '#4fd0da', '#e2c044', '#aab3bb'];
const DASHES = ['solid', 'dashed', 'dotted'];
const charts = [];
let printing = false;
let width = innerWidth;

// --- Figures for people

const number = (value) => value.toLocaleString('en-US', { maximumFractionDigits: value < 10 ? 2 : value < 100 ? 1 : 0 });

function duration(millis) {
  if (millis < 1) {
    return Math.round(millis * 1000) + ' µs';
  }
  return millis < 10000 ? millis.toFixed(millis < 100 ? 1 : 0) + ' ms' : (millis / 1000).toFixed(1) + ' s';
}

const units = {
  rate: (value) => number(value) + '/s',
  time: duration,
  percent: (value) => number(value) + ' %',
  megabytes: (value) => number(value) + ' MB',
  count: number
};

const short = (value) => (value >= 1e6 ? number(value / 1e6) + 'M' : value >= 1e4 ? number(value / 1e3) + 'k' : number(value));

const ticks = {
  rate: short, count: short, time: (value) => (value === 0 ? '0' : value < 1 ? number(value * 1000) + ' µs' : value < 1000 ? number(value) + ' ms' : number(value / 1000) + ' s'), percent: (value) => number(value) + ' %',
  megabytes: (value) => (value >= 10000 ? number(value / 1024) + ' GB' : number(value) + ' MB')
};

function percentile(x) {
  if (x <= 1) {
    return '0 %';
  }
  const nines = Math.ceil(Math.log10(x) - 1e-9);
  return (100 - 100 / x).toFixed(Math.max(0, nines - 2)) + ' %';
}

// --- What all charts share

function theme() {
  const light = printing || !dark.matches;
  return light ? { colors: LIGHT, text: '#1b1d1f', quiet: '#5d646b', line: '#e3e6e9', card: '#ffffff', silent: 'rgba(90, 100, 110, .13)' }
    : { colors: DARK, text: '#e7e9ea', quiet: '#a0a8b0', line: '#33383d', card: '#1b1e21', silent: 'rgba(200, 210, 220, .12)' };
}

const color = (look, index) => look.colors[index % look.colors.length];
const dash = (look, index) => DASHES[Math.floor(index / look.colors.length) % DASHES.length];

function base(look) {
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

function axis(look, more) {
  return Object.assign({
    axisLine: { lineStyle: { color: look.quiet } },
    axisLabel: { color: look.quiet, fontSize: 11, hideOverlap: true },
    splitLine: { lineStyle: { color: look.line } },
    nameTextStyle: { color: look.quiet, fontSize: 11 }
  }, more);
}

const legend = (look, names) => ({
  show: names.length > 1, type: 'scroll', left: 0, top: 0, itemWidth: 16, itemHeight: 8, icon: 'roundRect',
  data: names, textStyle: { color: look.quiet, fontSize: 11 }, pageTextStyle: { color: look.quiet }, pageIconColor: look.quiet
});

// Latencies may lie orders of magnitude apart; then only a logarithmic axis shows all of them.
function scale(values) {
  const positive = values.filter((value) => value > 0);
  const [low, high] = [Math.min(...positive), Math.max(...positive)];
  return positive.length > 0 && high / low > 30
    ? { type: 'log', min: 10 ** Math.floor(Math.log10(low)), max: 10 ** Math.ceil(Math.log10(high)) } : { type: 'value', min: 0 };
}

function add(parent, name, unit, height, place, option) {
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
  charts.push({ element: chart, option, group: parent.dataset.variant });
}

const rows = (count) => 52 + (count > 12 ? 24 : 30) * count;

// Names from top to bottom at the left, and what is said of each at the right.
function nameAxes(look, room, names, says) {
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

const barGrid = (top) => ({ left: 10, right: 4, top, bottom: 8, containLabel: true });

// A tip has room for a dozen: the longest latencies.
function longest(hits) {
  const shown = hits.length > 12 ? [...hits].sort((one, other) => other.value[1] - one.value[1]).slice(0, 12) : hits;
  return shown.map((hit) => hit.marker + echarts.format.encodeHTML(hit.seriesName) + ' <b>' + duration(hit.value[1]) + '</b>').join('<br>')
    + (shown.length < hits.length ? '<br>and ' + (hits.length - shown.length) + ' below' : '');
}

// --- Drawing

// What is folded away has no size to draw in.
function draw(drawn = charts) {
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

function listen() {
  dark.addEventListener('change', () => draw());
  addEventListener('resize', turned);
  addEventListener('beforeprint', () => print(true));
  addEventListener('afterprint', () => print(false));
}
