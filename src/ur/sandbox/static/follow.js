/* Follows what still goes on: asks for the same page again, and puts what changed in its place.
 *
 * A part of a page that may change has an id and data-live; data-follow on one of them says that
 * there is more to come, data-said what to tell people who do not see it.
 */
"use strict";

const SOON = 400;
const LATE = 3000;
const PATIENCE = 15;

const all = (root, what) => Array.from(root.querySelectorAll(what));
const goesOn = (root) => root.querySelector("[data-live][data-follow]") !== null;
const said = (root) => all(root, "[data-said]").map((part) => part.dataset.said).join(" ");

function opened(part) {
  return new Map(all(part, "details[id]").map((fold) => [fold.id, fold.open]));
}

function scrolled(part) {
  return all(part, "pre").map((text) => ({
    top: text.scrollTop,
    atEnd: text.scrollTop + text.clientHeight >= text.scrollHeight - 4,
  }));
}

function put(part, fresh) {
  const folds = opened(part);
  const places = scrolled(part);
  const focus = part.contains(document.activeElement) ? document.activeElement.id : "";
  const next = document.importNode(fresh, true);
  for (const fold of all(next, "details[id]")) {
    if (folds.get(fold.id)) {
      fold.open = true;
    }
  }
  part.replaceWith(next);
  all(next, "pre").forEach((text, at) => {
    const place = places[at] ?? { top: 0, atEnd: true };
    text.scrollTop = place.atEnd ? text.scrollHeight : place.top;
  });
  const focused = focus && document.getElementById(focus);
  if (focused) {
    focused.focus({ preventScroll: true });
  }
}

function take(page) {
  const before = said(document);
  let changed = false;
  for (const part of all(document, "[data-live][id]")) {
    const fresh = page.getElementById(part.id);
    if (fresh && fresh.outerHTML !== sources.get(part.id)) {
      sources.set(part.id, fresh.outerHTML);
      put(part, fresh);
      changed = true;
    }
  }
  const news = said(document);
  if (news !== before) {
    document.getElementById("frame-said").textContent = news;
  }
  return changed;
}

async function follow() {
  let unchanged = 0;
  let wait = SOON;
  while (goesOn(document)) {
    await new Promise((done) => setTimeout(done, wait));
    if (document.hidden) {
      continue;
    }
    try {
      const reply = await fetch(location.href, { cache: "no-store" });
      if (!reply.ok) {
        return;
      }
      const page = new DOMParser().parseFromString(await reply.text(), "text/html");
      unchanged = take(page) ? 0 : unchanged + 1;
    } catch {
      unchanged += PATIENCE; // the sandbox has stopped, or begins anew
    }
    wait = unchanged < PATIENCE ? SOON : Math.min(wait * 1.5, LATE);
  }
}

// What the server sent, before anybody opened a fold in it.
const sources = new Map(all(document, "[data-live][id]").map((part) => [part.id, part.outerHTML]));
follow();

// Going back must not show the board as it was.
addEventListener("pageshow", (event) => {
  if (event.persisted && document.querySelector("[data-fresh]")) {
    location.reload();
  }
});
