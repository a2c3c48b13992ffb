"use strict";
// Shows one board at a time, chosen by buttons, keys, links or the page address. Without it, the boards are a list.
(() => {
  const find = (id) => document.getElementById(id);
  const turns = [...document.querySelectorAll(".turn")];
  const graph = find("graph");
  const cursor = find("cursor");
  const last = turns.length - 1;
  let shown = -1;

  const show = (wanted) => {
    const number = Math.max(0, Math.min(last, wanted));
    if (number === shown) return;
    shown = number;
    turns.forEach((turn, index) => { turn.hidden = index !== number; });
    find("first").disabled = find("back").disabled = number === 0;
    find("last").disabled = find("on").disabled = number === last;
    find("mistake").disabled = nextMistake() === -1;
    const words = [...turns[number].children].filter((part) => part.matches("h3, p"));
    find("status").textContent = words.map((part) => part.textContent).join(" ");
    if (graph) {
      const x = (number - Number(graph.dataset.start)) * Number(graph.dataset.step);
      cursor.setAttribute("transform", `translate(${x} 0)`);
      cursor.setAttribute("visibility", x >= 0 ? "visible" : "hidden");
    }
  };
  const nextMistake = () => turns.findIndex((turn, index) => index > shown && turn.dataset.mistake);
  const addressed = () => turns.findIndex((turn) => `#${turn.id}` === location.hash);
  const step = (wanted) => {
    if (wanted === -1) return;
    show(wanted);
    history.replaceState(null, "", `#${turns[shown].id}`);
  };
  const actions = {
    first: () => step(0),
    back: () => step(Math.max(0, shown - 1)),
    on: () => step(shown + 1),
    last: () => step(last),
    mistake: () => step(nextMistake()),
  };
  const keys = { Home: "first", ArrowLeft: "back", ArrowRight: "on", End: "last", n: "mistake" };

  Object.entries(actions).forEach(([id, act]) => find(id).addEventListener("click", act));
  document.addEventListener("keydown", (event) => {
    const action = keys[event.key];
    if (!action || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    actions[action]();
  });
  window.addEventListener("hashchange", () => {
    const number = addressed();
    if (number !== -1) show(number);
  });
  find("controls").hidden = false;
  show(Math.max(0, addressed()));
})();
