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
const RAMP = [[68, 1, 84], [59, 82, 139], [33, 145, 140], [94, 201, 98], [253, 231, 37]];

export function ramp(share) {
  const place = Math.min(Math.max(share, 0), 1) * (RAMP.length - 1);
  const k = Math.min(Math.floor(place), RAMP.length - 2);
  const mix = RAMP[k].map((low, i) => Math.round(low + (place - k) * (RAMP[k + 1][i] - low)));
  return `rgb(${mix.join(",")})`;
}

/** From 1 % or less to 100 % or more, by orders of magnitude. */
export function position(relative) {
  return relative > 0 ? (Math.log10(relative) + 2) / 2 : 0;
}
