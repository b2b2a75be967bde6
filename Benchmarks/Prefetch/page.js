// Does in a real browser what the laboratory simulates: goes through cards by a plan and loads them by a policy.
// Each load is a fetch; a load that the policy gives up is aborted.
import { prefetchPlan } from './prefetch-plan.js';

const staying = 500;
const connections = 6;

/** Names of the pictures of a card's parts, in the order in which the laboratory numbers the parts. */
function partNames({ pages = 0, states }) {
  const names = Array.from({ length: pages }, (_, number) => 'page-' + (number + 1));
  return ['collapsed', ...names.slice(0, 2), ...(states ? ['expanded'] : []), ...names.slice(2)];
}

function weighted({ items, seen, active, stays, direction }, weights) {
  return prefetchPlan({
    seen, active, stays, direction, count: items.length, weights, shownPages: new Map(), isKnown: () => true,
    story: (item) => ({ w: items[item].w, p: items[item].pages ? [['pages', 1, Array(items[item].pages).fill('')]] : [] }),
    stateOf: () => 'collapsed', hasStates: (item) => Boolean(items[item].states),
  }).map(({ post, state, isUrgent }) => ({ item: post, part: partNames(items[post]).indexOf(state), urgent: isUrgent }));
}

function plan(policy, weights, reading) {
  if (policy === 'weighted') return weighted(reading, weights);
  const { items, seen, active, direction } = reading;
  const wanted = [active, ...seen.filter((item) => item !== active)].map((item) => ({ item, part: 0, urgent: true }));
  const add = (step, enough) => {
    let item = step > 0 ? seen[seen.length - 1] : seen[0];
    for (let count = 0, screens = 0; !enough(count, screens); count += 1) {
      item += step;
      if (item < 0 || item >= items.length) return;
      wanted.push({ item, part: 0, urgent: false });
      screens += Math.max(0.05, items[item].height);
    }
  };
  const next = /^next-(\d+)$/.exec(policy);
  if (next) add(direction, (count) => count >= Number(next[1]));
  if (policy === 'lazy') add(1, (_, screens) => screens >= 1.95);
  if (policy === 'texture') {
    add(direction, (_, screens) => screens >= 2.5);
    add(-direction, (_, screens) => screens >= 1.5);
  }
  for (let part = 1; part < items[active].parts.length; part += 1) wanted.push({ item: active, part, urgent: false });
  return wanted;
}

/** Indices of the cards that a screen shows when the active card is in its middle. */
function seenAround(items, active) {
  const half = Math.max(0, 0.5 - items[active].height / 2);
  let [first, last] = [active, active];
  for (let room = half; first > 0 && room > 0; room -= Math.max(0.05, items[first].height)) first -= 1;
  for (let room = half; last < items.length - 1 && room > 0; room -= Math.max(0.05, items[last].height)) last += 1;
  return Array.from({ length: last - first + 1 }, (_, number) => first + number);
}

self.replay = async ({ items, visits, policy, weights }) => {
  const loads = new Map();
  const loaded = new Set();
  const lanes = policy === 'weighted' ? 2 : Infinity;
  const cancels = policy !== 'lazy' && policy !== 'system';
  let reading = null;
  let arrived = () => {};
  const keyOf = ({ item, part }) => item + '/' + part;

  function load(key, { item, part, urgent }) {
    const controller = new AbortController();
    loads.set(key, { controller, urgent });
    fetch('/part/' + key + '?' + items[item].parts[part], { signal: controller.signal, cache: 'no-store' })
      .then((answer) => answer.arrayBuffer())
      .then(() => {
        loads.delete(key);
        loaded.add(key);
        arrived();
        update();
      })
      .catch(() => {});
  }

  function update() {
    if (!reading) return;
    const wanted = plan(policy, weights, reading);
    const keys = new Set(wanted.map(keyOf));
    if (cancels) {
      for (const [key, { controller }] of loads) {
        if (keys.has(key)) continue;
        loads.delete(key);
        controller.abort();
      }
    }
    let [urgent, ahead] = [0, 0];
    for (const one of loads.values()) if (one.urgent) urgent += 1; else ahead += 1;
    for (const one of wanted) {
      if (loads.size >= connections) return;
      const key = keyOf(one);
      if (loads.has(key) || loaded.has(key) || (one.urgent ? urgent : ahead) >= lanes) continue;
      load(key, one);
      if (one.urgent) urgent += 1; else ahead += 1;
    }
  }

  const sleep = (seconds) => new Promise((done) => { setTimeout(done, seconds * 1000); });
  const waits = [];
  let loaders = 0;
  for (const [index, [active, dwell]] of visits.entries()) {
    const before = index ? visits[index - 1][0] : active - 1;
    reading = { items, seen: seenAround(items, active), active, stays: false, direction: before > active ? -1 : 1 };
    const own = reading;
    const began = performance.now();
    const first = active + '/0';
    if (!loaded.has(first)) loaders += 1;
    setTimeout(() => {
      if (reading !== own) return;
      own.stays = true;
      update();
    }, staying);
    update();
    if (!loaded.has(first)) await new Promise((done) => { arrived = () => { if (loaded.has(first)) done(); }; });
    arrived = () => {};
    waits.push((performance.now() - began) / 1000);
    await sleep(dwell);
  }
  reading = null;
  for (const { controller } of loads.values()) controller.abort();
  return { waits, loaders };
};
