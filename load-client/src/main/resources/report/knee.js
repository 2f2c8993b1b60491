import { CONTROL, add, axis, base, color, dash, discardIn, draw, drawnIn, legend, listen, scale } from './charts.js';
import { bar, below, choice } from './choice.js';
import { duration, number, short, ticks } from './figures.js';

const data = JSON.parse(document.getElementById('data').textContent);
const compared = data.variants.filter((variant) => !variant.control);
const colors = new Map(data.variants.map((variant) => [variant.name, variant.control ? CONTROL : compared.indexOf(variant)]));
const chosen = choice(colors, []);
const overview = document.getElementById('overview');
const MILLIS = { ns: 1e-6, us: 1e-3, µs: 1e-3, ms: 1, s: 1e3, m: 6e4 };

// A line across the chart at the limit of a condition such as p99 < 50ms.
function limits(look, name) {
  return data.objective.map((text) => ({ text, parts: /^(?:response\.)?(p[\d.]+)\s*<=?\s*([\d.]+)\s*([nuµm]?s|m)$/i.exec(text) }))
    .filter((it) => it.parts && it.parts[1].toLowerCase() === name)
    .map((it) => ({ text: it.text, value: it.parts[2] * MILLIS[it.parts[3]] }))
    .map((it) => ({
      name: it.text, type: 'line', showSymbol: false, silent: true, data: [[0, it.value]],
      markLine: {
        silent: true, symbol: 'none', data: [{ yAxis: it.value }], lineStyle: { type: 'dashed', width: 1.5, color: look.text },
        label: { position: 'insideEndTop', distance: [4, 6], formatter: () => it.text, color: look.text, fontSize: 11 }
      }
    }));
}

// A line for each variant; a point is full where the objective held and empty where it did not.
function curve(parent, figure, place, height) {
  const drawn = data.variants.filter((variant) => chosen.variants.has(variant.name)).map((variant) => ({
    variant, color: colors.get(variant.name), ends: [variant.knee?.lowPerSecond ?? 0, variant.knee?.highPerSecond ?? 0],
    points: variant.curve.filter((point) => point[figure.key] > 0)
  })).filter((it) => it.points.length > 0);
  if (drawn.length === 0) {
    return;
  }
  const y = scale(drawn.flatMap((it) => it.points.map((point) => point[figure.key] / 1e3)).concat(limits({}, figure.name).map((it) => it.data[0][1])));
  add(parent, figure.name + ' by rate', 'response time' + (y.type === 'log' ? ', log scale' : ''), height, place, (look) => Object.assign(base(look), {
    grid: { left: 8, right: 24, top: look.saved ? 34 : 12, bottom: 8, containLabel: true },
    legend: Object.assign(legend(look, drawn.map((it) => it.variant.name)), look.saved ? {} : { show: false }),
    tooltip: Object.assign(base(look).tooltip, {
      trigger: 'item',
      formatter: (hit) => hit.marker + echarts.format.encodeHTML(hit.seriesName) + '<br>' + number(hit.value[0]) + '/s: <b>'
        + duration(hit.value[1]) + '</b><br>held in ' + hit.value[2] + ' of ' + hit.value[3]
    }),
    xAxis: axis(look, {
      // An interval may reach beyond the rates that were tried.
      type: 'value', min: 0, max: ({ max }) => Math.max(max, ...drawn.map((it) => 1.02 * it.ends[1])),
      axisLabel: { color: look.quiet, fontSize: 11, hideOverlap: true, showMaxLabel: false, formatter: (value) => short(value) + '/s' }
    }),
    yAxis: axis(look, Object.assign(y, { axisLabel: { color: look.quiet, fontSize: 11, formatter: ticks.time } })),
    series: drawn.map((it) => ({
      name: it.variant.name, type: 'line', symbol: 'circle', symbolSize: 8, showSymbol: true,
      lineStyle: { width: 2, color: color(look, it.color), type: dash(it.color) }, itemStyle: { color: color(look, it.color) },
      data: it.points.map((point) => {
        const value = [point.callsPerSecond, point[figure.key] / 1e3, point.held, point.trials];
        return 2 * point.held > point.trials ? value
          : { value, itemStyle: { color: look.card, borderColor: color(look, it.color), borderWidth: 2 } };
      }),
      markLine: {
        silent: true, symbol: 'none', label: { show: false }, lineStyle: { type: 'dotted', width: 1.5, color: color(look, it.color) },
        data: it.ends.filter((rate) => rate > 0).map((rate) => ({ xAxis: rate }))
      }
    })).concat(limits(look, figure.name))
  }));
}

function show() {
  discardIn(overview);
  overview.replaceChildren();
  if (chosen.variants.size === 0) {
    overview.append(Object.assign(document.createElement('p'), { className: 'note', textContent: 'No variant is chosen.' }));
  }
  curve(overview, { key: 'p99Micros', name: 'p99' }, 'broad', 380);
  curve(overview, { key: 'p50Micros', name: 'p50' }, '', 280);
  curve(overview, { key: 'p999Micros', name: 'p99.9' }, '', 280);
  draw(drawnIn(overview));
}

if (colors.size > 1) {
  const chooser = bar(colors, [], 0, chosen, show);
  overview.before(chooser.bar);
  below(chooser.bar, document.querySelector('nav'));
}
show();
listen();
