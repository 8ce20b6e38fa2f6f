// Colours: those of the page as the style sheet has them, and what they stand for.

const dark = matchMedia("(prefers-color-scheme: dark)");
const print = matchMedia("print");

export function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

export function onThemeChange(redraw) {
  dark.addEventListener("change", redraw);
  print.addEventListener("change", redraw);
}

/** The colours from little to much, dark to light as printed in grey; the numbers are those of viridis at five places. */
const ON_LIGHT = [[68, 1, 84], [59, 82, 139], [33, 145, 140], [94, 201, 98], [253, 231, 37]];

/** The same for a dark page, where the first of them would not be seen. */
const ON_DARK = [[150, 110, 190], [104, 132, 200], [56, 170, 165], [110, 214, 112], [253, 231, 37]];

export function ramp(share) {
  const steps = dark.matches && !print.matches ? ON_DARK : ON_LIGHT;
  const place = Math.min(Math.max(share, 0), 1) * (steps.length - 1);
  const k = Math.min(Math.floor(place), steps.length - 2);
  const mix = steps[k].map((low, i) => Math.round(low + (place - k) * (steps[k + 1][i] - low)));
  return `rgb(${mix.join(",")})`;
}

/** From 1 % or less to 100 % or more, by orders of magnitude. */
export function position(relative) {
  return relative > 0 ? (Math.log10(relative) + 2) / 2 : 0;
}
