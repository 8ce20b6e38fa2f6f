// What is known of the link that was picked.

import { SOURCES, VERDICTS, element, short } from "./words.js";

const MOST = 6;

export function card(data, k) {
  const place = document.getElementById("card");
  if (k === null) {
    place.replaceChildren(element("p", { class: "hint" }, "Pick a link in the picture or in the list to see what was found about it."));
    return;
  }
  const link = data.links[k];
  const parts = [element("h3", {}, link.name), element("p", { class: "soft" }, `moves on ${link.joint} (${link.kind})`)];
  if (link.sentence) parts.push(element("p", {}, link.sentence));
  if (link.score_text) parts.push(element("p", {}, link.score_text));
  if (link.file || link.estimate) parts.push(inertias(link, data.shown_as));
  if (link.parameters.length) parts.push(link.parameters.some((each) => each.value !== null) ? table(link) : verdicts(link));
  if (link.combinations.length) parts.push(combinations(link));
  const names = link.coordinates.filter((r) => document.getElementById(`joint-${r}`));
  if (names.length) {
    const jump = element("a", { href: `#joint-${names[0]}` }, `Curves of ${link.joint}`);
    parts.push(element("p", {}, jump));
  }
  place.replaceChildren(...parts);
}

function inertias(link, name) {
  const row = (name, inertia) => element("tr", {}, element("th", { scope: "row" }, name),
    ...(inertia ? [short(inertia.mass), ...inertia.pose.slice(0, 3).map((x) => short(x, 3))] : ["\u2013", "\u2013", "\u2013", "\u2013"]).map((text) => element("td", {}, text)));
  const head = element("tr", {}, element("td", {}), ...["mass [kg]", "x [m]", "y", "z"].map((text) => element("th", { scope: "col" }, text)));
  return element("table", { class: "small" }, element("caption", {}, "Mass and centre of mass"), element("thead", {}, head),
    element("tbody", {}, ...[["file", link.file], [name, link.estimate]].filter(([word, one]) => one || (word === "file" && link.estimate && name === "estimate")).map(([word, one]) => row(word, one))));
}

function table(link) {
  const head = element("tr", {}, ...["", "estimate", "data, 95 %", "file", "verdict", "from"].map((text) => element("th", { scope: "col", class: ["verdict", "from"].includes(text) ? "left" : null }, text)));
  const rows = link.parameters.map((each) => element("tr", { class: each.source === "data" ? null : "faint" },
    element("th", { scope: "row", title: each.unit }, each.symbol),
    element("td", {}, short(each.value)),
    element("td", {}, each.half === null ? "\u2013" : `${short(each.data)} \u00B1 ${short(each.half, 2)}`),
    element("td", {}, short(each.file)),
    element("td", { class: "left" }, `${VERDICTS[each.verdict].sign} ${VERDICTS[each.verdict].brief ?? VERDICTS[each.verdict].word}`),
    element("td", { class: "left" }, SOURCES[each.source])));
  return element("div", { class: "wide" }, element("table", { class: "small", id: "link-parameters" },
    element("caption", {}, "Parameters about the origin of the link [kg, kg m, kg m\u00B2]"), element("thead", {}, head), element("tbody", {}, ...rows)));
}

function verdicts(link) {
  const rows = link.parameters.map((each) => element("tr", {}, element("th", { scope: "row" }, each.symbol),
    element("td", { class: "left" }, `${VERDICTS[each.verdict].sign} ${VERDICTS[each.verdict].word}`)));
  return element("table", { class: "small", id: "link-parameters" }, element("caption", {}, "Verdicts"), element("tbody", {}, ...rows));
}

function combinations(link) {
  const items = link.combinations.slice(0, MOST).map((text) => element("li", {}, text));
  const more = link.combinations.length - MOST;
  if (more > 0) items.push(element("li", { class: "soft" }, `and ${more} more, in the table of base parameters`));
  return element("details", {}, element("summary", {}, `Part of ${link.combinations.length} combinations`), element("ul", { class: "combinations" }, ...items));
}
