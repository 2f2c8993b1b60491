import { add, axis, barGrid, base, color, draw, listen, nameAxes, rows, scale } from './charts.js';
import { duration, short, ticks, units } from './figures.js';

const data = JSON.parse(document.getElementById('data').textContent);
const overview = document.getElementById('overview');

// The configured settings have a colour of their own.
const colour = (look, candidate) => color(look, candidate.configured ? 1 : 0);

// The best rate of each candidate in its last race. A candidate that never held the objective has no bar.
function scores(parent) {
  if (!data.scores.some((score) => score.rate > 0)) {
    return;
  }
  const names = data.scores.map((score) => score.name);
  add(parent, 'Best rate', 'calls per second, in the last race or search of each', rows(names.length), 'broad', (look, room) => Object.assign(base(look), {
    grid: barGrid(6),
    tooltip: Object.assign(base(look).tooltip, {
      axisPointer: { type: 'shadow' },
      formatter: (hits) => echarts.format.encodeHTML(names[hits[0].dataIndex]) + '<br><b>' + units.rate(data.scores[hits[0].dataIndex].rate)
        + '</b> in ' + (data.scores[hits[0].dataIndex].race === 0 ? 'a search' : 'race ' + data.scores[hits[0].dataIndex].race)
    }),
    xAxis: axis(look, { type: 'value', min: 0, splitNumber: 3, axisLabel: { color: look.quiet, fontSize: 11, hideOverlap: true, formatter: short } }),
    yAxis: nameAxes(look, room, names, (index) => (data.scores[index].rate > 0 ? units.rate(data.scores[index].rate) : 'none')),
    series: [{
      name: 'best rate', type: 'bar', barMaxWidth: 18,
      data: data.scores.map((score) => ({ value: score.rate, itemStyle: { color: colour(look, score) } }))
    }]
  }));
}

// A point for each run of the last rounds: full where the objective held and empty where it did not.
function rounds(parent) {
  const names = data.rounds.map((candidate) => candidate.name);
  const runs = data.rounds.flatMap((candidate, index) => candidate.runs.map((run) => ({ index, run })));
  if (runs.length === 0) {
    return;
  }
  const x = scale(runs.map((it) => it.run.latency));
  add(parent, 'Rounds at ' + units.rate(data.roundsRate), data.figure + ' of each run' + (x.type === 'log' ? ', log scale' : '')
    + '; full where the objective held', rows(names.length), 'broad', (look, room) => Object.assign(base(look), {
    grid: barGrid(6),
    tooltip: Object.assign(base(look).tooltip, {
      trigger: 'item',
      formatter: (hit) => echarts.format.encodeHTML(names[hit.value[1]]) + '<br>round ' + hit.value[2] + ': <b>' + duration(hit.value[0]) + '</b>'
    }),
    xAxis: axis(look, Object.assign(x, { axisLabel: { color: look.quiet, fontSize: 11, hideOverlap: true, formatter: ticks.time } })),
    yAxis: nameAxes(look, room, names, (index) => data.rounds[index].runs.filter((run) => run.held).length + ' of ' + data.rounds[index].runs.length),
    series: [{
      name: 'runs', type: 'scatter', symbolSize: 12,
      data: runs.map((it) => ({
        value: [it.run.latency, it.index, it.run.round],
        itemStyle: Object.assign({ opacity: 1 }, it.run.held ? { color: colour(look, data.rounds[it.index]) }
          : { color: look.card, borderColor: colour(look, data.rounds[it.index]), borderWidth: 2 })
      }))
    }]
  }));
}

rounds(overview);
scores(overview);
draw();
listen();
