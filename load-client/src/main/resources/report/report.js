'use strict';
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const LIGHT = ['#1f6fc4', '#d1570a', '#2a8745', '#8e44ad', '#c2185b', '#0a7d86', '#8a6a00', '#5b646c'];
  const DARK = ['#6cb2ff', '#ff9f5a', '#6fcf8b', '#cf9bea', '#ff80ab', '#4fd0da', '#e2c044', '#aab3bb'];
  const DASHES = ['solid', 'dashed', 'dotted'];
  const charts = [];
  let printing = false;

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

  function add(parent, name, unit, height, broad, option) {
    const figure = document.createElement('figure');
    const caption = document.createElement('figcaption');
    const chart = document.createElement('div');
    figure.className = broad ? 'broad' : '';
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

  // --- All variants

  // A bar for each variant, that of the run that stands for all, and a dot for each run where there are several.
  function bars(parent, name, unit, key, text) {
    const names = data.variants.map((variant) => variant.name);
    const several = data.variants.some((variant) => variant[key].length > 1);
    add(parent, name, unit, 52 + 30 * names.length, false, (look, room) => Object.assign(base(look), {
      grid: { left: 10, right: 64, top: 6, bottom: 8, containLabel: true },
      tooltip: Object.assign(base(look).tooltip, { axisPointer: { type: 'shadow' }, valueFormatter: (value) => (value == null ? '-' : text(value)) }),
      xAxis: axis(look, { type: 'value', min: 0, splitNumber: 3, axisLabel: { color: look.quiet, fontSize: 11, hideOverlap: true, formatter: unit ? ticks.time : short } }),
      yAxis: axis(look, {
        type: 'category', data: names.map((_, index) => index), inverse: true, axisTick: { show: false },
        axisLabel: { color: look.text, fontSize: 12, width: room * 0.33, overflow: 'truncate', interval: 0, formatter: (index) => names[index] },
        axisPointer: { label: { formatter: (it) => names[it.value] } }
      }),
      series: [{
        name, type: 'bar', barMaxWidth: 18, barMinHeight: 2,
        label: { show: true, position: 'right', color: look.text, fontSize: 11, formatter: (it) => (it.value == null ? 'none' : text(it.value)) },
        data: data.variants.map((variant, index) => ({
          value: variant.shown < 0 ? null : variant[key][variant.shown], itemStyle: { color: color(look, index) }
        }))
      }].concat(several ? [{
        name: 'each run', type: 'scatter', symbolSize: 6, silent: true, tooltip: { show: false },
        itemStyle: { color: look.text, opacity: .65 },
        data: data.variants.flatMap((variant, index) => (variant[key].length > 1 ? variant[key].filter((value) => value != null).map((value) => [value, index]) : []))
      }] : [])
    }));
  }

  function percentiles(parent) {
    const drawn = data.variants.map((variant, index) => ({ variant, index }))
      .filter((it) => it.variant.percentiles && it.variant.percentiles.length > 0);
    if (drawn.length === 0) {
      return;
    }
    const points = drawn.flatMap((it) => it.variant.percentiles);
    const last = Math.max(10, ...points.map((point) => point[0]));
    const names = drawn.map((it) => it.variant.name);
    const y = scale(points.map((point) => point[1]));
    add(parent, 'Response time by percentile', y.type === 'log' ? 'logarithmic; the last point is the longest' : 'the last point is the longest', 340, true,
      (look) => Object.assign(base(look), {
        grid: { left: 8, right: 24, top: names.length > 1 ? 34 : 12, bottom: 8, containLabel: true },
        legend: legend(look, names),
        tooltip: Object.assign(base(look).tooltip, {
          formatter: (rows) => '<b>' + percentile(rows[0].axisValue) + '</b><br>' + rows
            .map((row) => row.marker + echarts.format.encodeHTML(row.seriesName) + ' <b>' + duration(row.value[1]) + '</b>').join('<br>')
        }),
        xAxis: axis(look, {
          type: 'log', min: 1, max: last, axisLabel: { color: look.quiet, fontSize: 11, formatter: (x) => percentile(x).replace(' ', ''), hideOverlap: true, showMaxLabel: false },
          axisPointer: { snap: false, label: { show: false } }
        }),
        yAxis: axis(look, Object.assign(y, { axisLabel: { color: look.quiet, fontSize: 11, formatter: ticks.time } })),
        series: drawn.map((it) => ({
          name: it.variant.name, type: 'line', showSymbol: false, data: it.variant.percentiles,
          lineStyle: { width: 2, color: color(look, it.index), type: dash(look, it.index) }, itemStyle: { color: color(look, it.index) },
          endLabel: { show: false }
        }))
      }));
  }

  // --- One variant against time

  const PICTURES = [
    { name: 'Calls', unit: 'per second', kind: 'rate', lines: { started: 'sent', answered: 'answered', failed: 'failed' } },
    {
      name: 'Latency', unit: 'of the calls that ended in each second', kind: 'time', scaled: true,
      lines: { responseP99: 'response p99', serviceP99: 'service p99', serviceP50: 'service p50', lagP99: 'send lag p99' }
    },
    { name: 'Open calls', unit: 'at the end of each second', kind: 'count', lines: { open: 'open' } },
    {
      name: 'CPU and GC', unit: 'of ' + data.processors + (data.processors === 1 ? ' processor' : ' processors'), kind: 'percent', server: true,
      lines: { serverCpu: 'server CPU', gc: 'GC', clientCpu: 'client CPU' }
    },
    { name: 'Heap', unit: 'of the server', kind: 'megabytes', server: true, lines: { heapUsed: 'used', heapSize: 'size' } },
    { name: 'Classes', unit: 'loaded by the server', kind: 'count', server: true, lines: { classes: 'loaded' } },
    { name: 'Threads', unit: 'of the server', kind: 'count', server: true, lines: { peakThreads: 'peak so far', threads: 'live' } }
  ];

  function picture(parent, time, end, it) {
    const keys = Object.keys(it.lines).filter((key) => time[key] && !(key === 'failed' && time[key].every((point) => !point[1])));
    if (keys.length === 0) {
      return;
    }
    const names = keys.map((key) => it.lines[key]);
    const values = keys.flatMap((key) => time[key].map((point) => point[1]));
    const y = it.scaled ? scale(values) : {
      type: 'value', min: 0, minInterval: it.kind === 'count' ? 1 : undefined,
      ...(it.kind === 'percent' && Math.max(...values) > 60 ? { max: 100, interval: 25 } : {})
    };
    const few = keys.every((key) => time[key].length < 80);
    add(parent, it.name, (it.unit || '') + (y.type === 'log' ? ', logarithmic' : ''), 210, false, (look) => Object.assign(base(look), {
      grid: { left: 4, right: 16, top: names.length > 1 ? 30 : 12, bottom: 8, containLabel: true },
      legend: legend(look, names),
      tooltip: Object.assign(base(look).tooltip, { valueFormatter: (value) => (value == null ? '-' : units[it.kind](value)) }),
      xAxis: axis(look, {
        type: 'value', min: 0, max: end, splitLine: { show: false },
        axisLabel: { color: look.quiet, fontSize: 11, hideOverlap: true, showMaxLabel: false, formatter: (value) => number(value) + ' s' },
        axisPointer: { label: { formatter: (pointer) => number(pointer.value) + ' s' } }
      }),
      yAxis: axis(look, Object.assign({ splitNumber: 4 }, y, { axisLabel: { color: look.quiet, fontSize: 11, formatter: ticks[it.kind] } })),
      series: keys.map((key, index) => ({
        name: it.lines[key], type: 'line', data: time[key], showSymbol: few, symbolSize: 3, symbol: 'circle',
        lineStyle: { width: 1.7 }, color: color(look, index),
        markArea: index === 0 && it.server && time.silent.length > 0 ? {
          silent: true, itemStyle: { color: look.silent },
          data: time.silent.map((span) => [{ xAxis: span[0] }, { xAxis: span[1] }])
        } : undefined
      }))
    }));
  }

  function variant(parent, time) {
    const end = Math.max(...Object.values(time).flatMap((points) => points.map((point) => point[0])));
    PICTURES.forEach((it) => picture(parent, time, end, it));
  }

  // --- Drawing

  function draw() {
    const look = theme();
    charts.forEach((chart) => {
      echarts.getInstanceByDom(chart.element)?.dispose();
      const instance = echarts.init(chart.element, null, { renderer: 'svg' });
      instance.setOption(chart.option(look, chart.element.clientWidth));
      if (chart.group !== undefined) {
        instance.group = 'variant-' + chart.group;
      }
    });
    new Set(charts.map((chart) => chart.group).filter((group) => group !== undefined))
      .forEach((group) => echarts.connect('variant-' + group));
  }

  function print(begins) {
    printing = begins;
    document.documentElement.classList.toggle('printing', begins);
    draw();
  }

  const overview = document.getElementById('overview');
  if (data.variants.some((it) => it.shown >= 0)) {
    bars(overview, 'Calls answered per second', '', 'rates', number);
    bars(overview, 'Response time', 'p99', 'p99s', duration);
    percentiles(overview);
  }
  document.querySelectorAll('.charts[data-variant]').forEach((element) => variant(element, data.variants[element.dataset.variant].time));
  draw();
  dark.addEventListener('change', draw);
  addEventListener('resize', () => charts.forEach((chart) => echarts.getInstanceByDom(chart.element)?.resize()));
  addEventListener('beforeprint', () => print(true));
  addEventListener('afterprint', () => print(false));
})();
