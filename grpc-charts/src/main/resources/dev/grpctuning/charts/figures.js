// Formats figures.

export const number = (value) => value.toLocaleString('en-US', { maximumFractionDigits: value < 10 ? 2 : value < 100 ? 1 : 0 });

export function duration(millis) {
  if (millis < 1) {
    return Math.round(millis * 1000) + ' µs';
  }
  return millis < 10000 ? millis.toFixed(millis < 100 ? 1 : 0) + ' ms' : (millis / 1000).toFixed(millis < 100000 ? 1 : 0) + ' s';
}

export const units = {
  rate: (value) => number(value) + '/s',
  time: duration,
  percent: (value) => number(value) + ' %',
  megabytes: (value) => number(value) + ' MB',
  count: number
};

export const short = (value) => (value >= 1e6 ? number(value / 1e6) + 'M' : value >= 1e4 ? number(value / 1e3) + 'k' : number(value));

export const ticks = {
  rate: short, count: short, time: (value) => (value === 0 ? '0' : value < 1 ? number(value * 1000) + ' µs' : value < 1000 ? number(value) + ' ms' : number(value / 1000) + ' s'), percent: (value) => number(value) + ' %',
  megabytes: (value) => (value >= 10000 ? number(value / 1024) + ' GB' : number(value) + ' MB')
};

export function percentile(x) {
  if (x <= 1) {
    return '0 %';
  }
  const nines = Math.ceil(Math.log10(x) - 1e-9);
  return (100 - 100 / x).toFixed(Math.max(0, nines - 2)) + ' %';
}
