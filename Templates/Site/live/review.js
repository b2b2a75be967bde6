// The review under `feedproof compare --watch`: reloaded after each comparison. The address names the open case, and
// decisions are stored as usual.

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
