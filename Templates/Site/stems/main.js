// Finds other forms of words with Snowball programs. Loaded like a chunk of data, so that any page can request it.

import { stemmerOf } from './snowball.js';
import { WordForms } from './word-forms.js';

export const parts = { stemmerOf, WordForms };

self.feedproof.chunk?.('stems', '0', parts);
