// The forms of the review's data, as docs/review.md describes them.

/**
 * @typedef {[x: number, y: number, width: number, height: number]} Frame in points
 * @typedef {[path: string | null, width: number, height: number]} Picture from the review's folder, in pixels; without a
 *   path where it was not kept
 * @typedef {[path: string, width: number, height: number]} KeptPicture
 *
 * @typedef {import('./verdicts.js').Verdict} Verdict
 *
 * @typedef {[id: string, post: string, kind: number, verdict: Verdict, width: number, scale: number, theme: string,
 *   state: string, reason: string | null, clusters: Array<number>, isApprovable: number, sha256: string | null,
 *   thumbnail: KeptPicture | null, marks: Array<Mark>, author?: string | null, words?: string | null,
 *   film?: string | null]} CaseRow
 *
 * @typedef {[x: number, y: number, width: number, height: number, kind: string]} Mark where to look on the thumbnail, in
 *   hundredths of it, and what happened there: `photo`, `text`, `color`, `size`, `moved`, `came`, `gone`, `pixels`
 *
 * @typedef {Object} Case
 * @property {number} number in the report's order
 * @property {string} id
 * @property {string} post
 * @property {boolean} isMockup
 * @property {boolean} isScreen a card on a screen of an app
 * @property {Verdict} verdict
 * @property {number} width the screen's, in points; 0 where nothing is known
 * @property {number} scale
 * @property {string} theme
 * @property {string} state
 * @property {string | null} reason the most telling one
 * @property {Array<number>} clusters indexes into the clusters, one for each of its causes
 * @property {boolean} isApprovable
 * @property {string | null} sha256 the drawn picture's
 * @property {KeptPicture | null} thumbnail
 * @property {Array<Mark>} marks what is looked at first in front
 * @property {string | null} author whose post it is
 * @property {string | null} opening how the post begins
 * @property {string | null} film the film's name, of a case that is one
 * @property {string} words all that a search looks at
 * @property {boolean} isDesign a frame of two versions of a design
 * @property {boolean} hasAges both sides are somebody's, an older and a newer one
 *
 * @typedef {[text: string, isOwn: number, kind?: string]} Change what happened, whether it did so of itself, and what the
 *   report calls it
 * @typedef {[path: string, drawn: Frame | null, reference: Frame | null, baseline: number | null,
 *   referenceBaseline: number | null, changes: Array<Change>, style?: Style]} Box
 *
 * @typedef {Object} Style how a box is drawn, as far as the details tell it
 * @property {string} [color] "#2C2D2E": a text's or an icon's, else the ground's
 * @property {number} [size] a text's, in points
 * @property {number} [weight]
 * @property {boolean} [isIcon]
 * @property {boolean} [isPicture]
 * @property {Array<string>} [tokens] names of the design's tokens that it is drawn with
 *
 * @typedef {[x: number, y: number, width: number, height: number, differing: number, boxes: Array<string>]} Region in
 *   pixels
 *
 * @typedef {Object} Pixels
 * @property {number} differing
 * @property {number} limit how many may differ
 * @property {number} antialiased
 * @property {number} compared
 * @property {string | null} path of the picture of the difference
 * @property {Array<Region>} regions
 *
 * @typedef {Object} Detail
 * @property {Array<string>} reasons
 * @property {string | null} accept
 * @property {Picture | null} actual
 * @property {Picture | null} expected
 * @property {Array<Box>} boxes
 * @property {Pixels | null} pixels
 * @property {Array<[box: string, reason: string, region?: Array<number>]>} masks
 * @property {number | null} [film] the number of the file that it is played from
 * @property {Array<[title: string, lines: Array<string>]>} notes what there is to say besides
 *
 * @typedef {Detail & {elements?: Array<[evidence: string | null, identifier: string | null, pin: string | null] | null>}}
 *   ScreenDetail of a screen of an app, box by box: how it is known what shows it, what that is called there, and what a map
 *   may call it
 *
 * @typedef {Object} Index
 * @property {string} project
 * @property {string} key the same for the same report
 * @property {string} environment what the cards were drawn with
 * @property {string} approve the command that approves, without ids
 * @property {number} chunk cases in a file of details
 * @property {number} [isDesign] 1 for two versions of a design, about which nothing is decided
 * @property {number} [isOfPictures] 1 for pictures by anybody
 * @property {Array<[verdict: Verdict, cases: number, sign: string, isOpen: number, isMarked: number, whyNot: string]>} verdicts
 *   those that need somebody first (VerdictFacts)
 * @property {number} [made] when it was compared, in seconds since 1970
 * @property {Array<[id: string, title: string, cases: Array<number>, accept: string | null, kind?: string | null,
 *   sentence?: string | null]>} clusters
 *
 * @typedef {{id: string, title: string, cases: Array<number>, kind: string, sentence: string}} Cluster the sentence is the
 *   title as somebody tells it who knows the design; without one it is the title
 * @typedef {{cases: Array<Case>, clusters: Array<number>}} Tile a case, or all cases with the same causes as one
 * @typedef {{case: string, decision: string, sha256?: string, comment?: string}} Decision
 * @typedef {[id: string, decision: string, comment: string | null]} Recorded what was decided since the comparison was made
 * @typedef {Object} ServerState what is decided now, whoever did so
 * @property {string} mark another one for every change
 * @property {number} comparison another one for every comparison
 * @property {Array<{case: string, decision: string, comment?: string, canUndo: boolean}>} decisions
 */

export {};
