// Types of the review's data (docs/review.md).

/**
 * @typedef {[x: number, y: number, width: number, height: number]} Frame in points
 * @typedef {[path: string | null, width: number, height: number]} Picture relative to the review's folder, in pixels;
 *   without a path if it wasn't stored
 * @typedef {[path: string, width: number, height: number]} KeptPicture
 *
 * @typedef {import('./verdicts.js').Verdict} Verdict
 *
 * @typedef {Object} CaseRow a case in index.js, where `columns` has the names of its values
 * @property {string} id
 * @property {string} post
 * @property {number} kind 1 for a mockup, 2 for a card on a screen of an app
 * @property {Verdict} verdict
 * @property {number} width
 * @property {number} scale
 * @property {string} theme
 * @property {string} state
 * @property {string | null} reason
 * @property {Array<number>} clusters
 * @property {number} isApprovable
 * @property {string | null} sha256
 * @property {KeptPicture | null} thumbnail
 * @property {Array<Mark>} marks
 * @property {string | null} author
 * @property {string | null} words
 * @property {string | null} film
 *
 * @typedef {[x: number, y: number, width: number, height: number, kind: string]} Mark the area to look at on the
 *   thumbnail, in hundredths of its size, and the kind of change: `photo`, `text`, `color`, `size`, `moved`, `came`,
 *   `gone`, `pixels`
 *
 * @typedef {Object} Case
 * @property {number} number in the report's order
 * @property {string} id
 * @property {string} post
 * @property {boolean} isMockup
 * @property {boolean} isScreen whether it is a card on a screen of an app
 * @property {Verdict} verdict
 * @property {number} width of the screen, in points; 0 if unknown
 * @property {number} scale
 * @property {string} theme
 * @property {string} state
 * @property {string | null} reason the most important one
 * @property {Array<number>} clusters indices of its causes in the list of clusters
 * @property {boolean} isApprovable
 * @property {string | null} sha256 of the current image
 * @property {KeptPicture | null} thumbnail
 * @property {Array<Mark>} marks most important first
 * @property {string | null} author of the post
 * @property {string | null} opening the first words of the post
 * @property {string | null} film the film's name if the case is a film
 * @property {string} words the searchable text
 * @property {boolean} isDesign whether it is a frame in two versions of a design
 * @property {boolean} hasAges whether both sides are external images, an older and a newer version
 *
 * @typedef {[text: string, isOwn: number, kind?: string]} Change the change, whether it is the box's own, and its kind
 *   in the report
 * @typedef {[path: string, drawn: Frame | null, reference: Frame | null, baseline: number | null,
 *   referenceBaseline: number | null, changes: Array<Change>, style?: Style]} Box
 *
 * @typedef {Object} Style the appearance of a box, as far as the details contain it
 * @property {string} [color] "#2C2D2E": of a text or icon, else of the background
 * @property {number} [size] of a text, in points
 * @property {number} [weight]
 * @property {boolean} [isIcon]
 * @property {boolean} [isPicture]
 * @property {Array<string>} [tokens] names of the design tokens that it uses
 *
 * @typedef {[x: number, y: number, width: number, height: number, differing: number, boxes: Array<string>]} Region in
 *   pixels
 *
 * @typedef {Object} Pixels
 * @property {number} differing
 * @property {number} limit the number of pixels that may differ
 * @property {number} antialiased
 * @property {number} compared
 * @property {string | null} path of the difference image
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
 * @property {number | null} [film] the number of the file with the film
 * @property {Array<[title: string, lines: Array<string>]>} notes further notes
 *
 * @typedef {Detail & {elements?: Array<[evidence: string | null, identifier: string | null, pin: string | null] | null>}}
 *   ScreenDetail a screen of an app, box by box: the evidence for a match, the element's name, and its name for a map
 *
 * @typedef {Object} Index
 * @property {string} project
 * @property {string} key identifies the report
 * @property {string} environment the environment that rendered the cards
 * @property {string} approve the approve command, without ids
 * @property {number} chunk cases per file of details
 * @property {number} [isDesign] 1 for two versions of a design, which has no decisions
 * @property {number} [isOfPictures] 1 for external images
 * @property {Array<{name: Verdict, cases: number, sign: string, isOpen: number, isMarked: number, whyNot: string}>} verdicts
 *   most urgent first (VerdictFacts)
 * @property {number} [made] the time of the comparison in seconds since 1970
 * @property {Array<{id: string, title: string, cases: Array<number>, accept: string | null, kind: string | null,
 *   sentence: string | null}>} clusters
 *
 * @typedef {{id: string, title: string, cases: Array<number>, kind: string, sentence: string}} Cluster the sentence
 *   describes the cause in terms of the design; without one, it equals the title
 * @typedef {{cases: Array<Case>, clusters: Array<number>}} Tile a case, or all cases with the same causes
 * @typedef {{case: string, decision: string, sha256?: string, comment?: string}} Decision
 * @typedef {[id: string, decision: string, comment: string | null]} Recorded a decision made since the comparison
 * @typedef {Object} ServerState the current decisions of all reviewers
 * @property {string} mark changes with every decision
 * @property {number} comparison changes with every comparison
 * @property {Array<{case: string, decision: string, comment?: string, canUndo: boolean}>} decisions
 */

export {};
