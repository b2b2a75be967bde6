// The history of a case's baseline, which the server reads from Git.

import { make } from '../common/elements.js';
import { button, part } from './elements.js';

/**
 * @param {import('./server.js').Server} server
 * @param {import('./types.js').Case} one
 */
export function historyPart(server, one) {
  if (!server.isThere || one.isMockup || one.isScreen) return null;
  const list = make('ul', 'reasons');
  list.setAttribute('aria-live', 'polite');
  const ask = button('quiet', 'When did it change, and why?', async () => {
    ask.disabled = true;
    try {
      const changes = await server.history(one.id);
      list.replaceChildren(...changes.map(({ commit, author, date, subject, causes }) => make('li', '',
        date.slice(0, 10) + ', ' + author + (causes.length ? ': ' + causes.join('; ') : ''),
        make('span', 'technical', commit.slice(0, 10) + ' ' + subject))));
      ask.remove();
    } catch (error) {
      list.replaceChildren(make('li', '', error instanceof Error ? error.message : String(error)));
      ask.disabled = false;
    }
  });
  return part('History', ask, list);
}
