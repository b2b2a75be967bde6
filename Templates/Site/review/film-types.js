// The forms of a film's data: pictures as report.json has them, frames as film.json (docs/films.md).

/**
 * @typedef {Object} FilmPicture
 * @property {string} part background, bar, card, composer, day, finger, footer, keyboard, spinner
 * @property {string} [post] of a card and of a day
 * @property {string} [draft] of the line that messages are written in: what is written
 * @property {boolean} [isOpen]
 * @property {boolean} [waits] its photos have not come
 * @property {boolean} [ends] of a message: none is below it yet
 * @property {string} path from the review's folder
 * @property {number} width pixels
 * @property {number} height
 * @property {number} [above] rows above the card itself, where its shadow is
 * @property {number} [below]
 * @property {number} [end] rows at its end that both states have
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
 * @typedef {{item: string, y: number, alpha?: number}} FilmDay a day's header that stays over what is read
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
 * @property {{y: number, draft?: string}} [composer] the line that messages are written in
 * @property {number} [keyboard] its top
 *
 * @typedef {{time: number, item: string, distance: number, cause: string}} FilmJump
 *
 * @typedef {{time: number, item: string, distance: number, cause: string}} FilmPushedEnd the last message, out of sight
 *
 * @typedef {Object} FilmRecord
 * @property {boolean} [isChat]
 * @property {{width: number, height: number, scale: number}} screen
 * @property {number} rate frames a second
 * @property {Array<{time: number, text: string}>} events
 * @property {{jumps: Array<FilmJump>, pushedEnds?: Array<FilmPushedEnd>}} judgement
 * @property {Array<FilmFrame>} frames
 *
 * @typedef {[pictures: Array<FilmPicture>, approved: Array<FilmPicture>, actual: FilmRecord,
 *   expected: FilmRecord | null]} FilmData
 *
 * @typedef {Object} Piece some rows of a picture on a frame, in pixels
 * @property {string} key the same in the next frame
 * @property {FilmPicture | null} picture null where there is none
 * @property {number} left
 * @property {number} top of its first row that is shown
 * @property {number} from that row
 * @property {number} to
 * @property {number} alpha
 */

export {};
