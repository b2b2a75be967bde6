// The tabs above the stage, one for each view of a case.

import { make, the } from '../common/elements.js';
import { button, keyHint } from './elements.js';

/**
 * @param {Array<import('./views.js').ViewKind>} views
 * @param {string} chosen
 * @param {import('./needs.js').Shown} shown
 * @param {(name: string) => void} show
 */
export function showTabs(views, chosen, shown, show) {
  const tabs = the('views');
  const names = views.map((each) => 'view-' + each.name).join(' ');
  if ([...tabs.children].map((each) => each.id).join(' ') !== names) addTabs(tabs, views, show);
  views.forEach((each, number) => {
    const tab = tabs.children[number];
    const why = each.needs(shown);
    const isChosen = each.name === chosen;
    tab.setAttribute('aria-selected', String(isChosen));
    tab.setAttribute('tabindex', isChosen ? '0' : '-1');
    // An unavailable view can still be selected; it then shows the reason.
    for (const name of ['aria-disabled', 'title']) tab.removeAttribute(name);
    if (why) tab.setAttribute('aria-disabled', 'true');
    if (why) tab.setAttribute('title', why);
    if (isChosen && tabs.scrollWidth) tab.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
}

/**
 * @param {HTMLElement} tabs
 * @param {Array<import('./views.js').ViewKind>} views
 * @param {(name: string) => void} show
 */
function addTabs(tabs, views, show) {
  tabs.replaceChildren(...views.map((each, number) => {
    const key = String(number + 1);
    const tab = button('segment', make('span', '', each.label), () => show(each.name));
    tab.append(keyHint(key));
    tab.id = 'view-' + each.name;
    tab.setAttribute('role', 'tab');
    tab.setAttribute('aria-controls', 'stage');
    tab.setAttribute('aria-keyshortcuts', key);
    return tab;
  }));
}
