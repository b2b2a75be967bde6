// The review as `feedproof compare --watch` shows it: loaded again when there is another comparison. The address says which
// case is looked at, and decisions are kept where they always are.

import '../review/main.js';
import { LiveNews } from './news.js';
import { Overlay } from './overlay.js';

const overlay = new Overlay();
let comparison = 0;
const scrollKey = 'feedproof-watch-scroll';
const scrolled = Number(sessionStorage.getItem(scrollKey));
sessionStorage.removeItem(scrollKey);
if (scrolled) requestAnimationFrame(() => scrollTo(0, scrolled));

void new LiveNews(() => 'review=1', (news) => {
  overlay.show(news.problems);
  if (comparison && news.edition !== comparison) {
    sessionStorage.setItem(scrollKey, String(scrollY));
    location.reload();
  }
  comparison = news.edition;
}).start();
