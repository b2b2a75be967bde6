// The review as `feedproof compare --watch` shows it: loaded again when there is another comparison. The address says which
// case is looked at, and decisions are kept where they always are.

import '../review/main.js';
import { LiveNews } from './news.js';
import { Overlay } from './overlay.js';
import { keepText, takeText } from './place.js';

const overlay = new Overlay();
let comparison = 0;
const scrollKey = 'feedproof-watch-scroll';
const scrolled = Number(takeText(scrollKey));
if (scrolled) requestAnimationFrame(() => scrollTo(0, scrolled));

void new LiveNews(() => 'review=1', (news) => {
  overlay.show(news.problems);
  if (comparison && news.edition !== comparison) {
    keepText(scrollKey, String(scrollY));
    location.reload();
  }
  comparison = news.edition;
}).start();
