// The page of a conversation under `feedproof watch`.

import { cards, changed, chunks, feed, pictures, scrolling } from '../chat/main.js';
import { Live } from './live.js';

new Live({ cards, changed, chunks, feed, pictures, scrolling }).start();
