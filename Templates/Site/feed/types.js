// The forms of the page's data, as docs/feed-site.md describes them. Lengths are CSS pixels, frames begin at the card's
// top left corner.

/**
 * @typedef {[x: number, y: number, width: number, height: number]} Frame
 *
 * @typedef {[start: number, end: number, url: string | null]} Link without a url, words that a picture stands for
 * @typedef {['text', string, Array<Link>]} TextPart
 * @typedef {['pages', number, Array<string>, Array<string | null>?]} PagesPart the number of the first, what is said of each,
 *   and the files of those whose originals were copied
 * @typedef {['photo', string, string?]} PhotoPart what is said of it, and the file of its original
 * @typedef {['name' | 'date' | 'count', string]} PlainPart
 * @typedef {['row', number, string | null]} RowPart how many parts are in it, and where they lead
 * @typedef {['answer', number, string]} AnswerPart how many parts are in it, and what is said of it
 * @typedef {['quote', number, string?]} QuotePart how many parts are in it, and its page
 * @typedef {TextPart | PagesPart | PhotoPart | PlainPart | RowPart | AnswerPart | QuotePart} Part
 *
 * @typedef {Object} Story
 * @property {string} i the post's id
 * @property {string} a the author
 * @property {string | null} t when it was written, ISO 8601
 * @property {[photos: number, pages: number, videos: number, animations: number, apps: number, ads: number]} [w]
 *   how many it shows, where it shows any; ads is 1 for a card that is paid for
 * @property {Array<Part>} p
 * @property {string} [u] the post's own page on its service
 * @property {string} [d] when it was written, in full, where the card does not say it
 * @property {1} [g] it has left the feed, or is in no later export of its conversation
 * @property {Array<[kind: string, name: string]>} [m] files that it names and that are not there
 * @property {Array<import('./versions.js').Version>} [e] what it said before it was edited, the latest first
 *
 * @typedef {[link: number, x: number, y: number, width: number, height: number]} LinkFrame
 * @typedef {[x: number, y: number, width: number, height: number, size: number, lineHeight: number, weight: number,
 *   spacing: number, lines: Array<number>, links: Array<LinkFrame>]} TextPlace starts and ends of lines
 * @typedef {Array<number>} Control a row's frame, its first dot's frame, and the pitch
 * @typedef {[x: number, y: number, width: number, height: number, pitch: number, clip: number,
 *   control: Control | null]} PagesPlace
 * @typedef {Frame | TextPlace | PagesPlace} Place
 * @typedef {[x: number, y: number, width: number, height: number, label?: string]} ShowMore with its own word, if any
 * @typedef {[places: Array<Place | null>, textEnd: number | null, showMore: ShowMore | null,
 *   ...further: Array<ShowMore>]} StateLayout
 * @typedef {[expanded: StateLayout, collapsed: StateLayout | null]} Layout
 * @typedef {[path: string, x: number, y: number, width: number, height: number]} Box
 * @typedef {[expanded: Array<Box>, collapsed: Array<Box> | null]} Boxes
 *
 * @typedef {Object} Weights what the cards ahead may cost together, and what each thing counts
 * @property {number} budget
 * @property {number} photo
 * @property {number} page
 * @property {number} video
 * @property {number} animation
 * @property {number} webApp
 * @property {number} advertisement
 * @property {number} text
 *
 * @typedef {Object} Index
 * @property {number} count how many posts; files are filled from the oldest one on (pieces.js)
 * @property {number} block posts in a file of heights
 * @property {number} chunk posts in a file of stories
 * @property {number} buckets files of ids
 * @property {number} gap between cards
 * @property {Array<[screen: number, card: number]>} widths
 * @property {Array<number>} scales
 * @property {string} picture the path of a card's picture, with names in braces for what it depends on
 * @property {{photo: string, emoji: string}} [drawn] where the page draws its cards: the paths of photos and of glyphs that are
 *   pictures
 * @property {Array<string>} themes
 * @property {Record<string, Array<number>>} heights sums by block, by screen
 * @property {Weights} prefetch
 * @property {Record<string, string>} words
 * @property {string | null} review
 * @property {number} [missing] how many files it names and lacks
 * @property {Chat} [chat] of a conversation
 * @property {Array<import('../common/searching.js').Piece>} [search]
 * @property {Array<string>} [stems] languages whose words are found in all of their forms
 * @property {Array<number>} [days] of a feed: the place of the first day of each file of days
 *
 * @typedef {[
 *   tokens: Array<string>, colours: Array<string | null>, size: number | null, weight: number | null, kind: number,
 * ]} Look
 *   colours in the order of the themes; 1 of an icon, 2 of a picture
 *
 * @typedef {Object} Chat
 * @property {Array<number>} days the place of the first day of each file of days
 * @property {number | null} unread the place of the mark above what was not read
 * @property {Array<string>} months as they stand beside a day's number
 * @property {string} dayOfYear how a day of `year` is worded, with names in braces
 * @property {string} otherDay
 * @property {number} year
 *
 * @typedef {'expanded' | 'collapsed'} CardState
 */

export {};
