// A live panel with the page's metrics, loaded with ?metrics.

import { make } from '../common/elements.js';
import { thePage } from './page.js';

/** @param {import('./page.js').Page} page */
function showMetrics({ metrics, cards: { mounted }, feed: { index } }) {
  const panel = make('div');
  const seen = { shift: 0, longest: 0 };
  panel.id = 'metrics';
  panel.setAttribute('role', 'status');
  panel.setAttribute('aria-live', 'off');
  document.body.append(panel);
  const observe = (/** @type {string} */ type, /** @type {(entry: PerformanceEntry) => void} */ see) => {
    new PerformanceObserver((list) => list.getEntries().forEach(see)).observe({ type, buffered: true });
  };
  observe('layout-shift', (entry) => { if (!entry.hadRecentInput) seen.shift += entry.value || 0; });
  observe('longtask', (entry) => { seen.longest = Math.max(seen.longest, entry.duration); });
  setInterval(() => {
    panel.textContent = [
      'placeholders   ' + metrics.placeholders + ' of ' + metrics.viewed + ' cards, ' + metrics.perThousand + ' per 1000',
      'card elements  ' + mounted.size + ', at most ' + metrics.mostCards,
      'layout shift   ' + seen.shift.toFixed(4),
      'longest task   ' + Math.round(seen.longest) + ' ms',
      'prefetch       ' + JSON.stringify(index.prefetch).replace(/["{}]/g, ''),
    ].join('\n');
  }, 250);
}

const page = thePage();
page.ready('metrics', () => showMetrics(page));
