// A report of heft: what is on the page is brought to life, and nothing else.

import "./software.js";
import { card } from "./card.js";
import { Charts } from "./charts.js";
import { Clock } from "./clock.js";
import { read } from "./data.js";
import { explanations } from "./explain.js";
import { matrix } from "./matrix.js";
import { player } from "./player.js";
import { Stage } from "./stage.js";
import { Filter, sortable } from "./table.js";

read().then((data) => {
  const clock = new Clock();
  document.documentElement.classList.add("live");
  for (const table of document.querySelectorAll("table.sortable")) sortable(table);
  const parameters = document.getElementById("parameters-table");
  const filter = parameters ? new Filter(parameters) : null;

  const charts = new Charts(data, clock);
  let stage = null;
  if (data.links.length) {
    stage = new Stage(data, (k) => {
      charts.pick(k === null ? null : data.links[k].coordinates);
      card(data, k);
      filter?.show(k);
    });
    card(data, null);
  }
  explanations(data, stage);
  matrix(data.matrix);
  if (data.runs.length) {
    const choose = (k) => {
      clock.play(false);
      charts.setRun(k);
      stage?.view?.setRun(data.runs[k]);
      clock.reset(data.runs[k].duration);
    };
    clock.listen((time) => stage?.view?.setTime(time));
    player(data, clock, choose);
    choose(0);
  }
  document.documentElement.dataset.ready = "yes";
});
