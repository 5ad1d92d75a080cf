"use strict";
(() => {
  const { steps, labels } = JSON.parse(document.getElementById("data").textContent);
  const at = (id) => document.getElementById(id);
  const [slider, kind, play, story, where] = ["slider", "kind", "play", "story", "where"].map(at);
  const last = steps.length - 1;
  let now = -1;
  let shown = new Set();
  let timer = null;

  const anything = "anything notable";
  const counted = labels.filter((label) => label !== "points");
  for (const label of counted.length > 1 ? [...labels.slice(0, counted.length), anything, ...labels.slice(counted.length)] : labels) {
    kind.add(new Option(label));
  }

  const isNotable = (step) =>
    kind.value === anything ? counted.some((label) => label in steps[step][2]) : kind.value in steps[step][2];

  function show(step) {
    step = Math.min(Math.max(step, 0), last);
    if (step === now) return;
    const [drawings, said, notable, turn] = steps[step];
    const wanted = new Set(drawings);
    for (const number of shown) if (!wanted.has(number)) at("d" + number).setAttribute("class", "off");
    for (const number of wanted) {
      if (!shown.has(number)) at("d" + number).setAttribute("class", step === now + 1 ? "fresh" : "");
    }
    shown = wanted;
    now = step;
    slider.value = step;
    slider.setAttribute("aria-valuetext", `step ${step} of ${last}, turn ${turn}`);
    where.textContent = `step ${step} of ${last}, turn ${turn}`;
    const heading = document.createElement("h2");
    heading.textContent = step === 0 ? "The beginning" : step === last ? "The last step" : `Step ${step}`;
    story.replaceChildren(heading, ...said.map((sentence) => {
      const line = document.createElement("p");
      line.textContent = sentence;
      if (/[+\u2212-]\d+ point|!/.test(sentence)) line.className = "loud";
      return line;
    }));
    story.scrollTop = 0;
    history.replaceState(null, "", "#" + step);
    if (step === last) pause();
  }

  function jump(by) {
    pause();
    for (let step = now + by; step >= 0 && step <= last; step += by) {
      if (isNotable(step)) return show(step);
    }
  }

  function mark() {
    at("ticks").replaceChildren(...steps.flatMap((_, step) => {
      if (!isNotable(step)) return [];
      const tick = document.createElement("i");
      tick.style.left = `${(100 * step) / Math.max(last, 1)}%`;
      return [tick];
    }));
  }

  function pause() {
    clearInterval(timer);
    timer = null;
    play.textContent = "\u25B6\uFE0E play";
    play.setAttribute("aria-label", "Play");
  }

  function toggle() {
    if (timer !== null) return pause();
    if (now === last) show(0);
    timer = setInterval(() => show(now + 1), Number(at("pace").value));
    play.textContent = "\u2016 pause";
    play.setAttribute("aria-label", "Pause");
  }

  const stepBy = (by) => { pause(); show(now + by); };
  const keys = {
    ArrowRight: () => stepBy(1), ArrowLeft: () => stepBy(-1), Home: () => stepBy(-now), End: () => stepBy(last - now),
    " ": toggle, n: () => jump(1), p: () => jump(-1),
  };
  addEventListener("keydown", (event) => {
    const act = keys[event.key.length > 1 ? event.key : event.key.toLowerCase()];
    if (!act || event.ctrlKey || event.altKey || event.metaKey || event.target.tagName === "SELECT") return;
    if (event.key === " " && event.target.tagName === "BUTTON") return;
    event.preventDefault();
    act();
  });
  at("first").onclick = keys.Home;
  at("back").onclick = keys.ArrowLeft;
  at("forward").onclick = keys.ArrowRight;
  at("last").onclick = keys.End;
  at("earlier").onclick = keys.p;
  at("later").onclick = keys.n;
  play.onclick = toggle;
  at("pace").onchange = () => { if (timer !== null) { pause(); toggle(); } };
  slider.max = last;
  slider.oninput = () => { pause(); show(Number(slider.value)); };
  kind.onchange = mark;
  document.querySelector(".jump").hidden = labels.length === 0;
  addEventListener("hashchange", () => show(Number(location.hash.slice(1)) || 0));
  mark();
  show(Number(location.hash.slice(1)) || 0);
})();
