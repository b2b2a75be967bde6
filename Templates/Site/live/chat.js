// The page of a conversation as `feedproof watch` shows it.

import { cards, changed, chunks, feed, pictures, scrolling } from '../chat/main.js';
import { Live } from './live.js';

new Live({ cards, changed, chunks, feed, pictures, scrolling }).start();
