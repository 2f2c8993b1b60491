// Elements of the page. Texts become text nodes, so that no text from the service is read as markup.

export const byId = (id) => document.getElementById(id);

// on… are listeners; everything else is an attribute, left out if it has no value.
export function el(tag, properties, ...children) {
  const element = document.createElement(tag);
  Object.entries(properties ?? {}).forEach(([name, value]) => {
    if (name.startsWith('on')) {
      element.addEventListener(name.slice(2), value);
    } else if (value !== undefined && value !== null && value !== false) {
      element.setAttribute(name, value === true ? '' : value);
    }
  });
  element.append(...children.filter((child) => child !== undefined && child !== null && child !== false));
  return element;
}

// A screen reader may say a text again each time that it is set.
export function say(element, text) {
  if (element.textContent !== text) {
    element.textContent = text;
  }
}

// An action may take away what had the focus. Then the first of these has it that can.
export function keepFocus(...elements) {
  if (document.activeElement === document.body || document.activeElement.disabled || !document.activeElement.checkVisibility()) {
    elements.find((element) => {
      element?.focus();
      return element && document.activeElement === element && !element.disabled;
    });
  }
}

const seconds = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const minutes = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

export const clock = (at) => seconds.format(at * 1000);
export const clockMinutes = (at) => minutes.format(at * 1000);

// A time with its day, unless that is today's.
export const when = (at, now) => (days.format(at * 1000) === days.format(now * 1000) ? '' : days.format(at * 1000) + ' ') + clock(at);
