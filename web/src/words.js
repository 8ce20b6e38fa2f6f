// Numbers and elements: text is only ever set as text.

export const VERDICTS = {
  alone: { sign: "\u2605", word: "alone" },
  combination: { sign: "\u25CB", word: "in combination", brief: "combined" },
  never: { sign: "\u2715", word: "not identifiable", brief: "no" },
};

export const SOURCES = { data: "data", combination: "data and prior", prior: "prior" };

export function short(value, digits = 4) {
  if (value === null || value === undefined || !Number.isFinite(value)) return "\u2013";
  if (value === 0 || Math.abs(value) < 1e-12) return "0";
  const text = Math.abs(value) < 1e-3 || Math.abs(value) >= 1e6 ? value.toExponential(digits - 1) : value.toPrecision(digits);
  return text.includes("e") ? text.replace(/\.?0+e/, "e").replace("e+", "e") : text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/** A share in percent with two digits and no exponent, such as 0.12 % or 990 %. */
export function percent(share) {
  const value = 100 * share;
  return value > 0 && value < 0.01 ? "< 0.01 %" : `${Number(value.toPrecision(2))} %`;
}

/** Make an element: attributes, then children; strings become text. */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}
