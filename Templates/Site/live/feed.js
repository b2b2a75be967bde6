// The feed's page under `feedproof watch`.

import { cards, changed, chunks, feed, pictures, scrolling } from '../feed/main.js';
import { Live } from './live.js';

new Live({ cards, changed, chunks, feed, pictures, scrolling }).start();
