// The span of time that all charts against time show: chosen by dragging over one of them.

/** Calls choose(from, to) when somebody has dragged over a chart, and choose() after a double click. Fingers scroll. */
export function spanOf(drawn, choose) {
  const { element } = drawn;
  const mark = Object.assign(document.createElement('div'), { className: 'span-mark' });
  const chart = () => globalThis.echarts.getInstanceByDom(element);
  const left = (event) => event.clientX - element.getBoundingClientRect().left;
  const top = (event) => event.clientY - element.getBoundingClientRect().top;
  let begin = null;
  element.addEventListener('pointerdown', (event) => {
    if (event.pointerType !== 'touch' && event.button === 0 && chart()?.containPixel('grid', [left(event), top(event)])) {
      begin = left(event);
      element.setPointerCapture(event.pointerId);
    }
  });
  element.addEventListener('pointermove', (event) => {
    if (begin !== null) {
      mark.style.left = Math.min(begin, left(event)) + 'px';
      mark.style.width = Math.abs(left(event) - begin) + 'px';
      element.append(mark);
    }
  });
  element.addEventListener('pointercancel', () => {
    begin = null;
    mark.remove();
  });
  element.addEventListener('pointerup', (event) => {
    const dragged = begin === null ? 0 : Math.abs(left(event) - begin);
    const [from, to] = dragged > 5 ? [begin, left(event)].sort((one, other) => one - other)
      .map((x) => chart().convertFromPixel({ xAxisIndex: 0 }, x)) : [];
    begin = null;
    mark.remove();
    if (dragged > 5) {
      choose(from, to);
    }
  });
  element.addEventListener('dblclick', () => choose());
}
