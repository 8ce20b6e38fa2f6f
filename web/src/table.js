// The table of parameters: sorted by a click on a heading, filtered by words, verdict and source.

export function sortable(table) {
  const body = table.tBodies[0];
  for (const [column, cell] of [...table.tHead.rows[0].cells].entries()) {
    const button = cell.querySelector("button");
    if (!button) continue;
    button.addEventListener("click", () => {
      const down = cell.getAttribute("aria-sort") === "ascending";
      for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
      cell.setAttribute("aria-sort", down ? "descending" : "ascending");
      const rows = [...body.rows].sort((a, b) => compare(key(a.cells[column]), key(b.cells[column])));
      body.append(...(down ? rows.reverse() : rows));
    });
  }
}

function key(cell) {
  const value = cell.dataset.value;
  return value === undefined ? cell.textContent : value === "" ? Infinity : Number(value);
}

function compare(a, b) {
  return typeof a === "string" ? a.localeCompare(b, undefined, { numeric: true }) : a === b ? 0 : a < b ? -1 : 1;
}

export class Filter {
  constructor(table) {
    this.rows = [...table.tBodies[0].rows];
    this.words = document.getElementById("filter-words");
    this.verdict = document.getElementById("filter-verdict");
    this.source = document.getElementById("filter-source");
    this.count = document.getElementById("filter-count");
    this.clear = document.getElementById("filter-clear");
    this.link = null;
    for (const input of [this.words, this.verdict, this.source]) input.addEventListener("input", () => this.apply());
    this.clear.addEventListener("click", () => {
      this.words.value = this.verdict.value = this.source.value = "";
      this.show(null);
    });
    this.apply();
  }

  /** Show the parameters of one link; null for all. */
  show(link) {
    this.link = link;
    this.apply();
  }

  apply() {
    const words = this.words.value.toLowerCase().split(/\s+/).filter(Boolean);
    let seen = 0;
    for (const row of this.rows) {
      const { name, verdict, source, link } = row.dataset;
      const fits = words.every((word) => name.toLowerCase().includes(word)) && (!this.verdict.value || verdict === this.verdict.value) &&
        (!this.source.value || source === this.source.value) && (this.link === null || link === String(this.link));
      row.hidden = !fits;
      seen += fits;
    }
    this.clear.hidden = seen === this.rows.length;
    this.count.textContent = `${seen} of ${this.rows.length} parameters`;
  }
}
