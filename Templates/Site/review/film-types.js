// Types of a film's data: images as in report.json, frames as in film.json (docs/films.md).

/**
 * @typedef {Object} FilmPicture
 * @property {string} part background, bar, card, composer, day, finger, footer, keyboard, spinner
 * @property {string} [post] of a card or a day
 * @property {string} [draft] for the composer: the text in it
 * @property {boolean} [isOpen]
 * @property {boolean} [waits] its photos haven't loaded
 * @property {boolean} [ends] for a message: it is the last one
 * @property {string} path relative to the review's folder
 * @property {number} width in pixels
 * @property {number} height
 * @property {number} [above] rows above the card itself, which contain its shadow
 * @property {number} [below]
 * @property {number} [end] rows at its end that both states share
 *
 * @typedef {Object} FilmItem a card on the screen, in points from the screen's top
 * @property {string} item
 * @property {number} top
 * @property {number} bottom
 * @property {string} [text] open, moving, resizing
 * @property {boolean} [waits]
 * @property {boolean} [ends]
 * @property {number} [cutTop]
 * @property {number} [cutEnd]
 * @property {number} [alpha]
 *
 * @typedef {{item: string, edge: string, y: number}} FilmAnchor
 * @typedef {{y: number, alpha?: number, turn?: number}} FilmMark
 * @typedef {{item: string, y: number, alpha?: number}} FilmDay a sticky day header
 *
 * @typedef {Object} FilmFrame
 * @property {number} time
 * @property {string} phase
 * @property {FilmAnchor} [anchor]
 * @property {number} [jump]
 * @property {number} [blank]
 * @property {number} [placeholders]
 * @property {Array<FilmItem>} items
 * @property {Array<FilmItem>} [leaving]
 * @property {number} [finger]
 * @property {FilmMark} [spinner]
 * @property {FilmMark} [footer]
 * @property {FilmDay} [day]
 * @property {{y: number, draft?: string}} [composer] the input line for messages
 * @property {number} [keyboard] its top
 *
 * @typedef {{time: number, item: string, distance: number, cause: string}} FilmJump
 *
 * @typedef {{time: number, item: string, distance: number, cause: string}} FilmPushedEnd the last message, pushed out
 *   of sight
 *
 * @typedef {Object} FilmRecord
 * @property {boolean} [isChat]
 * @property {{width: number, height: number, scale: number}} screen
 * @property {number} rate frames per second
 * @property {Array<{time: number, text: string}>} events
 * @property {{jumps: Array<FilmJump>, pushedEnds?: Array<FilmPushedEnd>}} judgement
 * @property {Array<FilmFrame>} frames
 *
 * @typedef {[pictures: Array<FilmPicture>, approved: Array<FilmPicture>, actual: FilmRecord,
 *   expected: FilmRecord | null]} FilmData
 *
 * @typedef {Object} Piece rows of an image on a frame, in pixels
 * @property {string} key the same in consecutive frames
 * @property {FilmPicture | null} picture null if there is none
 * @property {number} left
 * @property {number} top of the first displayed row
 * @property {number} from the first displayed row
 * @property {number} to
 * @property {number} alpha
 */

export {};
