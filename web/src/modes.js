// What the colour of a link says: the verdict on its parameters, how uncertain they are, or how far from the file.

import { VERDICTS, percent, short } from "./words.js";
import { colour, position, ramp } from "./theme.js";

function chosen(link, symbol) {
  return symbol ? link.parameters.filter((each) => each.symbol === symbol) : link.parameters;
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted.length ? sorted[Math.floor(sorted.length / 2)] : null;
}

function scaled(value, words) {
  if (value === null) return { colour: colour("never"), text: "not by the data alone" };
  return { colour: ramp(position(value)), text: `${percent(value)} ${words}` };
}

export const MODES = {
  verdict: {
    label: "verdict",
    about: (symbol) => (symbol ? `whether joint efforts determine ${symbol}` : "the best verdict on any of its ten parameters"),
    of(link, symbol) {
      const verdict = symbol ? chosen(link, symbol)[0].verdict : link.verdict;
      return { colour: colour(verdict), text: VERDICTS[verdict].word, sign: VERDICTS[verdict].sign };
    },
    legend: () => Object.entries(VERDICTS).map(([name, { sign, word }]) => ({ colour: colour(name), text: `${sign} ${word}` })),
  },
  uncertainty: {
    label: "uncertainty",
    about: (symbol) => `half the 95 % interval of ${symbol || "its parameters (median of those that the data determine)"}, in units of the file's scale`,
    of(link, symbol) {
      const known = chosen(link, symbol).map((each) => each.uncertainty).filter((each) => each !== null);
      return scaled(median(known), "of its scale");
    },
    legend: () => [...steps(), { colour: colour("never"), text: "not by the data alone" }],
  },
  change: {
    label: "change",
    about: (symbol) => `change of ${symbol || "its parameters (root mean square)"} from the file, in units of the file's scale`,
    of(link, symbol) {
      const squares = chosen(link, symbol).map((each) => each.change ** 2);
      return scaled(Math.sqrt(squares.reduce((a, b) => a + b, 0) / squares.length), "from the file");
    },
    legend: () => steps(),
  },
};

export function scoreMode(about) {
  return {
    about: () => about,
    of: (link) => (link.score === null ? { colour: colour("never"), text: "" } : { colour: ramp(position(link.score)), text: percent(link.score) }),
    legend: () => steps(),
  };
}

const plain = { about: () => "the same for all links", of: () => ({ colour: colour("accent"), text: "" }), legend: () => [] };

/** The modes that a page has, by name. */
export function modesOf(data) {
  const known = { ...MODES, score: scoreMode(data.score) };
  return data.modes.length ? Object.fromEntries(data.modes.map((name) => [name, known[name]])) : { plain };
}

function steps() {
  return [0.01, 0.03, 0.1, 0.3, 1].map((value, k) => ({
    colour: ramp(position(value)),
    text: `${k === 0 ? "\u2264 " : k === 4 ? "\u2265 " : ""}${short(100 * value)} %`,
  }));
}
