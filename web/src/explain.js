// Why a parameter is identifiable or not: a click on its sign in the table shows the sentence below the table.

export function explanations(data, stage) {
  const place = document.getElementById("explanation");
  if (!place) return;
  const buttons = [...document.querySelectorAll("button[data-explain]")];
  for (const button of buttons) {
    button.addEventListener("click", () => {
      const [link, k] = button.dataset.explain.split(" ").map(Number);
      for (const other of buttons) other.setAttribute("aria-pressed", String(other === button));
      if (stage && stage.selected !== link) stage.select(link);
      place.textContent = data.links[link].parameters[k].explanation;
    });
  }
}
