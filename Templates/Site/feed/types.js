// Types of the page's data (docs/feed-site.md). Lengths are CSS pixels. Frames are relative to the card's top left
// corner.

/**
 * @typedef {[x: number, y: number, width: number, height: number]} Frame
 *
 * @typedef {[start: number, end: number, url: string | null, isCover?: 1]} Link without a url, text that an image replaces
 *   or that is covered
 * @typedef {['text', string, Array<Link>]} TextPart
 * @typedef {['pages', number, Array<string>, Array<string | null>?]} PagesPart the number of the first page, the
 *   alternative text of each, and the files of copied originals
 * @typedef {['photo', string, string?]} PhotoPart its alternative text and the file of its original
 * @typedef {['name' | 'date' | 'count', string]} PlainPart
 * @typedef {['row', number, string | null]} RowPart the number of parts in it, and the link's target
 * @typedef {['answer', number, string]} AnswerPart the number of parts in it, and its text for screen readers
 * @typedef {['quote', number, string?]} QuotePart the number of parts in it, and the address of its page
 * @typedef {TextPart | PagesPart | PhotoPart | PlainPart | RowPart | AnswerPart | QuotePart} Part
 *
 * @typedef {Object} Story
 * @property {string} i the post's id
 * @property {string} a the author
 * @property {string | null} t the date and time, ISO 8601
 * @property {[photos: number, pages: number, videos: number, animations: number, apps: number, ads: number]} [w] the
 *   numbers of attachments by kind, if there are any; ads is 1 for a paid card
 * @property {Array<Part>} p
 * @property {string} [u] the address of the post's page on its service
 * @property {string} [d] the date in full, if the card shows it abbreviated
 * @property {[radius: number, hasGround: 0 | 1]} [f] the card's outline, if it isn't the page's usual one
 * @property {1} [g] whether it was removed from the feed, or is missing from later exports of its conversation
 * @property {Array<[kind: string, name: string]>} [m] missing files that it refers to
 * @property {Array<import('./versions.js').Version>} [e] its earlier versions, latest first
 *
 * @typedef {[link: number, x: number, y: number, width: number, height: number]} LinkFrame
 * @typedef {[x: number, y: number, width: number, height: number, size: number, lineHeight: number, weight: number,
 *   spacing: number, lines: Array<number>, links: Array<LinkFrame>]} TextPlace starts and ends of lines
 * @typedef {Array<number>} Control a row's frame, its first dot's frame, and the pitch
 * @typedef {[x: number, y: number, width: number, height: number, pitch: number, clip: number,
 *   control: Control | null]} PagesPlace
 * @typedef {Frame | TextPlace | PagesPlace} Place
 * @typedef {[x: number, y: number, width: number, height: number, label?: string]} ShowMore with its own label, if any
 * @typedef {[places: Array<Place | null>, textEnd: number | null, showMore: ShowMore | null,
 *   ...further: Array<ShowMore>]} StateLayout
 * @typedef {[expanded: StateLayout, collapsed: StateLayout | null]} Layout
 * @typedef {[path: string, x: number, y: number, width: number, height: number]} Box
 * @typedef {[expanded: Array<Box>, collapsed: Array<Box> | null]} Boxes
 *
 * @typedef {Object} Weights the budget for cards ahead, and the weight of each kind of content
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
 * @property {number} count the number of posts; files are filled from the oldest one on (pieces.js)
 * @property {number} block posts per file of heights
 * @property {number} chunk posts per file of stories
 * @property {number} buckets the number of files of ids
 * @property {number} gap the distance between cards
 * @property {Array<[screen: number, card: number]>} widths
 * @property {Array<number>} scales
 * @property {string} picture the path of a card's image, with variables in braces
 * @property {{photo: string, emoji: string}} [drawn] if the page draws its cards, the paths of photos and of glyphs'
 *   images
 * @property {Array<string>} themes
 * @property {Record<string, Array<number>>} heights total heights per block, by screen
 * @property {Weights} prefetch
 * @property {Record<string, string>} words
 * @property {string | null} review
 * @property {number} [missing] the number of missing files
 * @property {Chat} [chat] only for conversations
 * @property {Array<import('../common/searching.js').Piece>} [search]
 * @property {Array<string>} [stems] languages whose words are searched in all their forms
 * @property {Array<number>} [days] only for feeds: the position of the first day in each file of days
 *
 * @typedef {[
 *   tokens: Array<string>, colours: Array<string | null>, size: number | null, weight: number | null, kind: number,
 * ]} Look
 *   colors in the order of the themes; 1 for an icon, 2 for an image
 *
 * @typedef {Object} Chat
 * @property {Array<number>} days the position of the first day in each file of days
 * @property {number | null} unread the position of the mark above unread messages
 * @property {Array<string>} months in the form used next to a day's number
 * @property {string} dayOfYear the wording of a day in `year`, with variables in braces
 * @property {string} otherDay
 * @property {number} year
 *
 * @typedef {'expanded' | 'collapsed'} CardState
 */

export {};
