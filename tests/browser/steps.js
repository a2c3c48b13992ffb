"use strict";
// Runs in the page of a review, after the page's own script.
(() => {
  const problems = [];
  const turns = [...document.querySelectorAll(".turn")];
  const last = turns.length - 1;
  const button = (id) => document.getElementById(id);
  const key = (name) => document.dispatchEvent(new KeyboardEvent("keydown", { key: name, cancelable: true }));
  const expect = (what, number) => {
    const shown = turns.filter((turn) => !turn.hidden).map((turn) => turn.id).join(" ");
    if (shown !== `turn-${number}`) problems.push(`${what} shows ${shown}, not turn-${number}`);
  };
  const check = (what, is) => { if (!is) problems.push(what); };

  expect("the page", 0);
  check("the buttons are hidden or first is enabled", !button("controls").hidden && button("first").disabled);
  key("ArrowRight"); expect("the right arrow", 1);
  key("End"); expect("End", last);
  key("ArrowRight"); expect("the right arrow at the end", last);
  check("the buttons last and on are enabled at the end", button("last").disabled && button("on").disabled);
  key("ArrowLeft"); expect("the left arrow", last - 1);
  key("Home"); expect("Home", 0);
  button("on").click(); expect("the button on", 1);
  button("last").click(); expect("the button last", last);
  button("back").click(); expect("the button back", last - 1);
  button("first").click(); expect("the button first", 0);
  const mistake = turns.findIndex((turn) => turn.dataset.mistake);
  if (mistake !== -1) { key("n"); expect("the key n", mistake); }
  key("Home"); key("ArrowRight");
  check("the address is wrong", location.hash === "#turn-1");
  check("the status is not updated", button("status").textContent.startsWith("Turn 1, "));
  check("the graph has no cursor", button("cursor").getAttribute("visibility") === "visible");
  check("the graph does not have a link for each turn", document.querySelectorAll(".graph a").length === turns.length);
  check("the page is too wide", document.documentElement.scrollWidth <= window.innerWidth);
  window.addEventListener("hashchange", () => {
    expect("the graph", 2);
    document.title = `tried: ${problems.join("; ") || "all right"}`;
  }, { once: true });
  document.querySelectorAll(".graph a")[2].dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
})();
