// What finds other forms of words by Snowball's programs; it comes as a piece of data does, so that any page can ask for it.

import { stemmerOf } from './snowball.js';
import { WordForms } from './word-forms.js';

export const parts = { stemmerOf, WordForms };

self.feedproof.chunk?.('stems', '0', parts);
