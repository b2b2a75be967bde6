import Drawing

/// A case of a comparison as the review shows it. Frames are points from the card's top left corner; strings are plain
/// text; paths start at the review's folder.
package struct ReviewCase: Sendable {
  package struct Picture: Sendable {
    /// Nil where the picture was not kept.
    package var path: String?
    /// Pixels.
    package var width: Int
    package var height: Int

    package init(path: String?, width: Int, height: Int) {
      self.path = path
      self.width = width
      self.height = height
    }
  }

  /// A named box of either side.
  package struct Box: Sendable {
    package struct Change: Sendable {
      package var text: String
      /// False where it follows from what happened to other boxes.
      package var own: Bool

      package init(text: String, own: Bool) {
        self.text = text
        self.own = own
      }
    }

    package var path: String
    /// Nil where the side does not have the box.
    package var actual: Rect?
    package var reference: Rect?
    /// Of text: the first baseline's y.
    package var actualBaseline: Double?
    package var referenceBaseline: Double?
    package var changes: [Change]

    package init(
      path: String, actual: Rect?, reference: Rect?, actualBaseline: Double?, referenceBaseline: Double?,
      changes: [Change]
    ) {
      self.path = path
      self.actual = actual
      self.reference = reference
      self.actualBaseline = actualBaseline
      self.referenceBaseline = referenceBaseline
      self.changes = changes
    }
  }

  /// Pixels that differ and lie together, in pixels.
  package struct Region: Sendable {
    package var x: Int
    package var y: Int
    package var width: Int
    package var height: Int
    package var differing: Int
    /// Paths of the boxes under it.
    package var boxes: [String]

    package init(x: Int, y: Int, width: Int, height: Int, differing: Int, boxes: [String]) {
      self.x = x
      self.y = y
      self.width = width
      self.height = height
      self.differing = differing
      self.boxes = boxes
    }
  }

  /// How the comparison of the pixels came out.
  package struct Pixels: Sendable {
    package var differing: Int
    /// How many may differ.
    package var limit: Int
    package var antialiased: Int
    package var compared: Int
    /// The picture of the difference; nil where none was drawn.
    package var path: String?
    package var regions: [Region]

    package init(differing: Int, limit: Int, antialiased: Int, compared: Int, path: String?, regions: [Region]) {
      self.differing = differing
      self.limit = limit
      self.antialiased = antialiased
      self.compared = compared
      self.path = path
      self.regions = regions
    }
  }

  package struct Mask: Sendable {
    package var box: String
    package var reason: String

    package init(box: String, reason: String) {
      self.box = box
      self.reason = reason
    }
  }

  package var id: String
  package var post: String
  /// A designer's picture, which is never approved.
  package var isMockup: Bool
  package var verdict: String
  /// The screen's width in points; 0 where nothing is known.
  package var width: Int
  package var scale: Int
  package var theme: String
  package var state: String
  package var reasons: [String]
  /// Indexes into the review's clusters, one for each of its causes.
  package var clusters: [Int]
  /// The command that accepts it; nil where it can't be accepted.
  package var accept: String?
  /// Of the drawn picture.
  package var sha256: String?
  /// Whose post it is and how that begins; nil where nothing is known.
  package var author: String?
  package var words: String?
  package var thumbnail: Picture?
  package var actual: Picture?
  package var expected: Picture?
  /// In drawing order, those that only the reference has last.
  package var boxes: [Box]
  package var pixels: Pixels?
  package var masks: [Mask]
  /// Of a film its name.
  package var film: String?
  /// Which of the films that can be played it is; nil where it can't.
  package var playable: Int?

  package init(
    id: String, post: String, isMockup: Bool, verdict: String, width: Int, scale: Int, theme: String, state: String,
    reasons: [String], clusters: [Int], accept: String?, sha256: String?, author: String? = nil, words: String? = nil,
    thumbnail: Picture?, actual: Picture?, expected: Picture?, boxes: [Box], pixels: Pixels?, masks: [Mask],
    film: String? = nil, playable: Int? = nil
  ) {
    self.film = film
    self.playable = playable
    self.author = author
    self.words = words
    self.id = id
    self.post = post
    self.isMockup = isMockup
    self.verdict = verdict
    self.width = width
    self.scale = scale
    self.theme = theme
    self.state = state
    self.reasons = reasons
    self.clusters = clusters
    self.accept = accept
    self.sha256 = sha256
    self.thumbnail = thumbnail
    self.actual = actual
    self.expected = expected
    self.boxes = boxes
    self.pixels = pixels
    self.masks = masks
  }
}
