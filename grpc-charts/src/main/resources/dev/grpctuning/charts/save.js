// Saves the data or the picture of a chart from the page, without a request.

const quoted = (cell) => (/[",\n]/.test(cell) ? '"' + String(cell).replaceAll('"', '""') + '"' : String(cell ?? ''));

// Categories are numbers that their axis writes as names.
function named(axis, value) {
  const { type, data, axisLabel } = [axis].flat()[0] ?? {};
  return type !== 'category' || typeof value !== 'number' ? value : axisLabel?.formatter ? axisLabel.formatter(value) : data[value];
}

const text = (lines) => lines.map((line) => line.map(quoted).join(',') + '\n').join('');

// A line for each value: its series, and the values on both axes.
function csv(option, columns = ['x', 'y']) {
  const upright = [option.xAxis].flat()[0]?.type === 'category';
  const lines = option.series.flatMap((series) => series.data.map((datum, index) => {
    const value = datum === null || typeof datum !== 'object' || Array.isArray(datum) ? datum : datum.value;
    const [x, y, ...more] = Array.isArray(value) ? value : upright ? [index, value] : [value, index];
    return [series.name, named(option.xAxis, x), named(option.yAxis, y), ...more];
  }));
  return [['series', ...columns], ...lines];
}

// The chart as large as on the page, with its title above it and with the legend that the page has once.
function picture(drawn, look) {
  const { clientWidth: width, clientHeight: height } = drawn.element;
  const box = document.createElement('div');
  const chart = globalThis.echarts.init(box, null, { renderer: 'canvas', width, height, devicePixelRatio: 2 });
  chart.setOption(drawn.option({ ...look, saved: true }, width));
  const drawing = chart.renderToCanvas({ pixelRatio: 2, backgroundColor: look.card });
  const canvas = Object.assign(document.createElement('canvas'), { width: 2 * width, height: 2 * (height + 30) });
  const context = canvas.getContext('2d');
  context.fillStyle = look.card;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = look.text;
  context.font = '600 26px sans-serif';
  context.fillText(drawn.title, 16, 40, canvas.width - 32);
  context.drawImage(drawing, 0, 60);
  chart.dispose();
  return canvas;
}

function download(name, blob) {
  const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

// Buttons for a chart, whose theme is asked for when one is pressed.
export function buttons(drawn, theme) {
  const file = (ending) => (document.title + ' ' + drawn.name).toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '') + ending;
  const kinds = {
    CSV: () => download(file('.csv'), new Blob([text(typeof drawn.columns === 'function' ? drawn.columns()
      : csv(drawn.option(theme(), drawn.element.clientWidth), drawn.columns))], { type: 'text/csv' })),
    PNG: () => picture(drawn, theme()).toBlob((blob) => download(file('.png'), blob))
  };
  const box = document.createElement('span');
  box.className = 'save';
  Object.entries(kinds).forEach(([kind, save]) => {
    const button = Object.assign(document.createElement('button'), { type: 'button', textContent: kind });
    button.setAttribute('aria-label', drawn.name + ' as ' + kind);
    button.addEventListener('click', save);
    box.append(button);
  });
  return box;
}
