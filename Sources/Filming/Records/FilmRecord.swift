import Files

/// `film.json`: the visible state frame by frame, and the faults. Units are points and seconds.
package struct FilmRecord: Codable, Equatable, Sendable {
  package struct Screen: Codable, Hashable, Sendable {
    package var width: Int
    package var height: Int
    package var scale: Int
    package var theme: String
  }

  package struct RecordedEvent: Codable, Equatable, Sendable {
    package var time: Double
    package var text: String
  }

  package struct Anchor: Codable, Equatable, Sendable {
    package var item: String
    /// `top` or `bottom`.
    package var edge: String
    /// Points from the screen's top.
    package var y: Double
  }

  package struct Item: Codable, Equatable, Sendable {
    package enum Text: String, Codable, Sendable {
      case open
      /// A change between states.
      case moving
      /// A change of a message: its boxes move, and there is one image per height.
      case resizing
    }

    package var item: String
    package var top: Double
    package var bottom: Double
    /// The text state; nil for the initial state of the card.
    package var text: Text?
    /// Whether its photos haven't loaded yet.
    package var waits: Bool?
    /// Whether it is the last message so far.
    package var ends: Bool?
    /// Points of its image cut off at the top and at the end.
    package var cutTop: Double?
    package var cutEnd: Double?
    /// From 0 to 1; omitted if opaque.
    package var alpha: Double?

    package init(item: String, top: Double, bottom: Double) {
      (self.item, self.top, self.bottom) = (item, top, bottom)
    }
  }

  /// The position of a mark: the spinner's center, or the footer's top.
  package struct Mark: Codable, Equatable, Sendable {
    package var y: Double
    package var alpha: Double?
    /// The rotation in twelfths.
    package var turn: Int?
  }

  /// The message composer.
  package struct Composer: Codable, Equatable, Sendable {
    package var y: Double
    /// The draft; nil if empty.
    package var draft: String?
  }

  /// The pinned day header, whose card is not in its regular position.
  package struct Day: Codable, Equatable, Sendable {
    package var item: String
    package var y: Double
    package var alpha: Double?
  }

  package struct Frame: Codable, Equatable, Sendable {
    package var time: Double
    package var offset: Double
    package var phase: String
    package var anchor: Anchor?
    /// The scroll distance since the start, by the reader or declared by the rules.
    package var scrolled: Double
    /// The unrequested movement of the anchor since the previous frame, downward; omitted if zero.
    package var jump: Double?
    package var blank: Double?
    package var placeholders: Int?
    package var items: [Item]
    /// Deleted cards that are disappearing.
    package var leaving: [Item]?
    /// Points from the screen's top.
    package var finger: Double?
    package var spinner: Mark?
    package var footer: Mark?
    package var day: Day?
    package var composer: Composer?
    /// The top of the keyboard.
    package var keyboard: Double?
  }

  package struct Jump: Codable, Equatable, Sendable {
    package var time: Double
    package var item: String
    package var distance: Double
    package var cause: String
    package var score: Double
  }

  /// The last message, pushed out of view for a reader at the end.
  package struct PushedEnd: Codable, Equatable, Sendable {
    package var time: Double
    package var item: String
    /// The final distance of its end below the visible area.
    package var distance: Double
    package var cause: String
  }

  package struct Judgement: Codable, Equatable, Sendable {
    package var jumps: [Jump]
    /// Nil if there are none.
    package var pushedEnds: [PushedEnd]?
    package var jumpSum: Double
    package var score: Double
    /// The maximum blank height in points, when it first occurred, and its integral over time.
    package var blankPoints: Double
    package var blankTime: Double
    package var blankArea: Double
    /// The maximum number of visible photos that hadn't loaded, when it first occurred, and its integral over time.
    package var placeholders: Int
    package var placeholderTime: Double
    package var placeholderSeconds: Double
  }

  /// A frame whose pixels are recorded.
  package struct KeyFrame: Codable, Equatable, Sendable {
    package var time: Double
    package var text: String?
    package var sha256: String
  }

  package static let currentSchema = 1

  package var schema = currentSchema
  package var film: String
  /// Nil for a feed.
  package var isChat: Bool?
  package var screen: Screen
  /// Frames a second.
  package var rate: Int
  package var events: [RecordedEvent]
  package var judgement: Judgement
  package var keyFrames: [KeyFrame]
  package var frames: [Frame]

  /// Returns the file's text: one frame per line.
  package func text() throws -> String {
    var frame = self
    frame.frames = []
    let (head, tail) = try JSONText.frame(of: frame, around: "frames")
    let lines = try frames.map { "\n    \(try JSONText.line($0))" }
    return head + lines.joined(separator: ",") + "\n  ]" + tail
  }
}

extension FilmRecord.Judgement {
  /// The largest jump, the first of several.
  package var largestJump: FilmRecord.Jump? {
    jumps.reduce(nil) { largest, jump in abs(jump.distance) > abs(largest?.distance ?? 0) ? jump : largest }
  }

  /// Whether nothing jumped, nothing was blank, and readers at the end still see the last message.
  package var isGood: Bool { jumps.isEmpty && blankPoints == 0 && (pushedEnds ?? []).isEmpty }
}

extension FilmRecord.PushedEnd {
  /// As text: "at 0.50 s, the last message message-146 is pushed 32 pt off the screen (expand)".
  package var inWords: String {
    "at \(FilmNumber.seconds(time)) s, the last message \(item) is pushed \(FilmNumber.text(distance)) pt off the screen "
      + "(\(cause))"
  }
}

extension FilmRecord.Jump {
  /// As text: "at 0.43 s, wall1_17 jumps 22 pt down (batch)".
  package var inWords: String {
    "at \(FilmNumber.seconds(time)) s, \(item) jumps \(FilmNumber.text(abs(distance))) pt "
      + "\(distance < 0 ? "up" : "down") (\(cause))"
  }
}

/// The differences between two versions of a film as text, most significant first.
package struct FilmDifference: Equatable, Sendable {
  /// Movements that changed, happen at another time, or are missing.
  package let motion: [String]
  /// Changed looks.
  package let looks: [String]
  /// New faults: more jumps, blanks, or a last message that is no longer visible.
  package let faults: [String]

  package var reasons: [String] { motion + looks }
  package var isEmpty: Bool { reasons.isEmpty }

  /// Thresholds for visible differences: points, and the duration of a frame.
  private static let (least, moment) = (0.5, 0.02)

  /// - Parameters:
  ///   - old: The approved film.
  ///   - new: The current film.
  package init(from old: FilmRecord, to new: FilmRecord) {
    let (jumps, blank) = (Self.jumps(old, new), Self.blank(old, new))
    let ends = Self.pushedEnds(old, new)
    motion = jumps + ends + Self.path(old, new) + blank + Self.placeholders(old, new) + Self.length(old, new)
    looks = Self.pixels(old, new)
    let (before, after) = (old.judgement, new.judgement)
    faults =
      (after.jumps.count > before.jumps.count ? jumps : [])
      + ((after.pushedEnds ?? []).count > (before.pushedEnds ?? []).count ? ends : [])
      + (before.blankPoints == 0 && after.blankPoints > 0 ? blank : [])
  }

  private static func jumps(_ old: FilmRecord, _ new: FilmRecord) -> [String] {
    func isIn(_ record: FilmRecord, _ jump: FilmRecord.Jump) -> Bool {
      record.judgement.jumps.contains {
        $0.item == jump.item && abs($0.time - jump.time) < moment && abs($0.distance - jump.distance) < least
      }
    }
    let come = new.judgement.jumps.filter { !isIn(old, $0) }
    let gone = old.judgement.jumps.filter { !isIn(new, $0) }
    let told = come.prefix(3).map(\.inWords) + (come.count > 3 ? ["\(come.count - 3) more jumps"] : [])
    return told
      + gone.prefix(3).map { "at \(FilmNumber.seconds($0.time)) s, \($0.item) no longer jumps" }
  }

  private static func pushedEnds(_ old: FilmRecord, _ new: FilmRecord) -> [String] {
    let (before, after) = (old.judgement.pushedEnds ?? [], new.judgement.pushedEnds ?? [])
    func isIn(_ ends: [FilmRecord.PushedEnd], _ end: FilmRecord.PushedEnd) -> Bool {
      ends.contains {
        $0.item == end.item && abs($0.time - end.time) < moment && abs($0.distance - end.distance) < least
      }
    }
    return after.filter { !isIn(before, $0) }.map(\.inWords)
      + before.filter { !isIn(after, $0) }.map {
        "at \(FilmNumber.seconds($0.time)) s, \($0.item) is no longer pushed off the screen"
      }
  }

  /// Compares positions: when they first differ, and the maximum distance.
  private static func path(_ old: FilmRecord, _ new: FilmRecord) -> [String] {
    var (first, largest): ((time: Double, text: String)?, Double) = (nil, 0)
    for (before, after) in zip(old.frames, new.frames) {
      guard let anchor = after.anchor else { continue }
      guard let was = before.items.first(where: { $0.item == anchor.item }) else {
        if before.anchor?.item != anchor.item, first == nil {
          first = (after.time, "the reader sees \(anchor.item) instead of \(before.anchor?.item ?? "nothing")")
        }
        continue
      }
      let distance = anchor.y - (anchor.edge == "top" ? was.top : was.bottom)
      guard abs(distance) > least else { continue }
      largest = max(largest, abs(distance))
      if first == nil {
        let side = distance > 0 ? "lower" : "higher"
        first = (after.time, "\(anchor.item) is \(FilmNumber.text(abs(distance))) pt \(side)")
      }
    }
    guard let first else { return [] }
    let most = largest > 0 ? ", at most \(FilmNumber.text(largest)) pt" : ""
    return ["from \(FilmNumber.seconds(first.time)) s, \(first.text)\(most)"]
  }

  private static func blank(_ old: FilmRecord, _ new: FilmRecord) -> [String] {
    let (before, after) = (old.judgement.blankPoints, new.judgement.blankPoints)
    guard abs(before - after) > least else { return [] }
    if after == 0 { return ["the screen is no longer blank"] }
    return ["at \(FilmNumber.seconds(new.judgement.blankTime)) s, \(FilmNumber.text(after)) pt of the screen are blank"]
  }

  private static func placeholders(_ old: FilmRecord, _ new: FilmRecord) -> [String] {
    let (before, after) = (old.judgement.placeholders, new.judgement.placeholders)
    let (waited, waits) = (old.judgement.placeholderSeconds, new.judgement.placeholderSeconds)
    guard before != after || abs(waited - waits) > moment else { return [] }
    return [
      "up to \(after) photos are missing for \(FilmNumber.seconds(waits)) photo seconds, instead of \(before) for "
        + FilmNumber.seconds(waited)
    ]
  }

  private static func length(_ old: FilmRecord, _ new: FilmRecord) -> [String] {
    guard (old.frames.count, old.rate) != (new.frames.count, new.rate) else { return [] }
    return ["\(new.frames.count) frames at \(new.rate) per second instead of \(old.frames.count) at \(old.rate)"]
  }

  private static func pixels(_ old: FilmRecord, _ new: FilmRecord) -> [String] {
    let known = Dictionary(old.keyFrames.map { ($0.time, $0.sha256) }, uniquingKeysWith: { first, _ in first })
    let others = new.keyFrames.filter { known[$0.time] != $0.sha256 }
    guard let first = others.first else { return [] }
    return [
      "\(others.count) of \(new.keyFrames.count) key frames differ, the first at "
        + "\(FilmNumber.seconds(first.time)) s"
    ]
  }
}
