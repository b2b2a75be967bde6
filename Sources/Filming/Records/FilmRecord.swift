import Files

/// `film.json`: all that was to be seen, frame by frame, and what is wrong with it. Points and seconds.
package struct FilmRecord: Codable, Equatable, Sendable {
  package struct Screen: Codable, Hashable, Sendable {
    package var width: Int
    package var height: Int
    package var scale: Int
    package var theme: String
  }

  package struct Happening: Codable, Equatable, Sendable {
    package var time: Double
    package var text: String
  }

  package struct Anchor: Codable, Equatable, Sendable {
    package var item: String
    /// `top` or `bottom`.
    package var edge: String
    /// From the screen's top.
    package var y: Double
  }

  package struct Item: Codable, Equatable, Sendable {
    package enum Text: String, Codable, Sendable {
      case open
      /// On its way from one state to the other.
      case moving
      /// The same of a message: its boxes move, and it has a picture for each height.
      case resizing
    }

    package var item: String
    package var top: Double
    package var bottom: Double
    /// Nil where the card is as a list shows it at first.
    package var text: Text?
    /// Its photos have not come yet.
    package var waits: Bool?
    /// Of a message: none is below it yet.
    package var ends: Bool?
    /// Points of its picture that are cut off at the top and at the end.
    package var cutTop: Double?
    package var cutEnd: Double?
    /// From 0 to 1; left out where nothing shines through.
    package var alpha: Double?

    package init(item: String, top: Double, bottom: Double) {
      (self.item, self.top, self.bottom) = (item, top, bottom)
    }
  }

  /// Of the spinner its middle, of what stands under the last card its top.
  package struct Mark: Codable, Equatable, Sendable {
    package var y: Double
    package var alpha: Double?
    /// Twelfths of a turn, of what turns.
    package var turn: Int?
  }

  /// The line that messages are written in.
  package struct Composer: Codable, Equatable, Sendable {
    package var y: Double
    /// What is written; nil for nothing.
    package var draft: String?
  }

  /// The day that stays over what is read; its card is not in its own place then.
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
    /// How far the reader, or what the rules declare, has scrolled since the start.
    package var scrolled: Double
    /// What the anchor moved by on its own since the frame before, downwards; left out where it did not.
    package var jump: Double?
    package var blank: Double?
    package var placeholders: Int?
    package var items: [Item]
    /// Cards that were deleted and are on their way out.
    package var leaving: [Item]?
    /// Points from the screen's top.
    package var finger: Double?
    package var spinner: Mark?
    package var footer: Mark?
    package var day: Day?
    package var composer: Composer?
    /// The top of what it covers.
    package var keyboard: Double?
  }

  package struct Jump: Codable, Equatable, Sendable {
    package var time: Double
    package var item: String
    package var distance: Double
    package var cause: String
    package var score: Double
  }

  /// The last message, pushed out of what a reader at the end sees.
  package struct PushedEnd: Codable, Equatable, Sendable {
    package var time: Double
    package var item: String
    /// How far below what is seen its end comes to rest.
    package var distance: Double
    package var cause: String
  }

  package struct Judgement: Codable, Equatable, Sendable {
    package var jumps: [Jump]
    /// Nil for none.
    package var pushedEnds: [PushedEnd]?
    package var jumpSum: Double
    package var score: Double
    /// The most points that were blank at once, when first, and points times seconds.
    package var blankPoints: Double
    package var blankTime: Double
    package var blankArea: Double
    /// The most photos on the screen that had not come, when first, and photos times seconds.
    package var placeholders: Int
    package var placeholderTime: Double
    package var placeholderSeconds: Double
  }

  /// A frame whose pixels are remembered.
  package struct KeyFrame: Codable, Equatable, Sendable {
    package var time: Double
    package var text: String?
    package var sha256: String
  }

  package static let currentSchema = 1

  package var schema = currentSchema
  package var film: String
  /// Nil of a feed.
  package var isChat: Bool?
  package var screen: Screen
  /// Frames a second.
  package var rate: Int
  package var events: [Happening]
  package var judgement: Judgement
  package var keyFrames: [KeyFrame]
  package var frames: [Frame]

  /// As it is written: a frame a line.
  package func text() throws -> String {
    var frame = self
    frame.frames = []
    let (head, tail) = try JSONText.frame(of: frame, around: "frames")
    let lines = try frames.map { "\n    \(try JSONText.line($0))" }
    return head + lines.joined(separator: ",") + "\n  ]" + tail
  }
}

extension FilmRecord.Judgement {
  /// The one that moves furthest, the first of several.
  package var largestJump: FilmRecord.Jump? {
    jumps.reduce(nil) { largest, jump in abs(jump.distance) > abs(largest?.distance ?? 0) ? jump : largest }
  }

  /// Nothing moved on its own, there was always something to see, and who was at the end still sees it.
  package var isGood: Bool { jumps.isEmpty && blankPoints == 0 && (pushedEnds ?? []).isEmpty }
}

extension FilmRecord.PushedEnd {
  /// "at 0.50 s message-146, the last message, is pushed 32 pt out of sight (expand)"
  package var inWords: String {
    "at \(FilmNumber.seconds(time)) s \(item), the last message, is pushed \(FilmNumber.text(distance)) pt out of sight "
      + "(\(cause))"
  }
}

extension FilmRecord.Jump {
  /// "at 0.43 s wall1_17 moves 22 pt down on its own (batch)"
  package var inWords: String {
    "at \(FilmNumber.seconds(time)) s \(item) moves \(FilmNumber.text(abs(distance))) pt "
      + "\(distance < 0 ? "up" : "down") on its own (\(cause))"
  }
}

/// What of a film is not as it was, in words, the most telling first.
package struct FilmDifference: Equatable, Sendable {
  /// What moves otherwise, comes earlier or later, or is missing.
  package let motion: [String]
  /// What looks otherwise.
  package let looks: [String]
  /// What is wrong that was not: jumps where there were fewer, a last message that was seen, a blank where there was none.
  package let faults: [String]

  package var reasons: [String] { motion + looks }
  package var isEmpty: Bool { reasons.isEmpty }

  /// Points that nobody sees, and a frame's time.
  private static let (least, moment) = (0.5, 0.02)

  /// - Parameters:
  ///   - old: What was approved.
  ///   - new: The same film as it is now.
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
      + gone.prefix(3).map { "at \(FilmNumber.seconds($0.time)) s \($0.item) does not jump any more" }
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
        "at \(FilmNumber.seconds($0.time)) s \($0.item) is not pushed out of sight any more"
      }
  }

  /// Where what is read first stands elsewhere, and how far from it at most.
  private static func path(_ old: FilmRecord, _ new: FilmRecord) -> [String] {
    var (first, largest): ((time: Double, text: String)?, Double) = (nil, 0)
    for (before, after) in zip(old.frames, new.frames) {
      guard let anchor = after.anchor else { continue }
      guard let was = before.items.first(where: { $0.item == anchor.item }) else {
        if before.anchor?.item != anchor.item, first == nil {
          first = (after.time, "\(anchor.item) is read in the place of \(before.anchor?.item ?? "nothing")")
        }
        continue
      }
      let distance = anchor.y - (anchor.edge == "top" ? was.top : was.bottom)
      guard abs(distance) > least else { continue }
      largest = max(largest, abs(distance))
      if first == nil {
        let side = distance > 0 ? "lower" : "higher"
        first = (after.time, "\(anchor.item) stands \(FilmNumber.text(abs(distance))) pt \(side)")
      }
    }
    guard let first else { return [] }
    let most = largest > 0 ? ", up to \(FilmNumber.text(largest)) pt from where it was" : ""
    return ["from \(FilmNumber.seconds(first.time)) s on \(first.text)\(most)"]
  }

  private static func blank(_ old: FilmRecord, _ new: FilmRecord) -> [String] {
    let (before, after) = (old.judgement.blankPoints, new.judgement.blankPoints)
    guard abs(before - after) > least else { return [] }
    if after == 0 { return ["nothing is blank any more"] }
    return ["at \(FilmNumber.seconds(new.judgement.blankTime)) s \(FilmNumber.text(after)) pt of the screen are blank"]
  }

  private static func placeholders(_ old: FilmRecord, _ new: FilmRecord) -> [String] {
    let (before, after) = (old.judgement.placeholders, new.judgement.placeholders)
    let (waited, waits) = (old.judgement.placeholderSeconds, new.judgement.placeholderSeconds)
    guard before != after || abs(waited - waits) > moment else { return [] }
    return [
      "up to \(after) photos are missing for \(FilmNumber.seconds(waits)) photo seconds, where it was \(before) for "
        + FilmNumber.seconds(waited)
    ]
  }

  private static func length(_ old: FilmRecord, _ new: FilmRecord) -> [String] {
    guard (old.frames.count, old.rate) != (new.frames.count, new.rate) else { return [] }
    return ["\(new.frames.count) frames at \(new.rate) a second instead of \(old.frames.count) at \(old.rate)"]
  }

  private static func pixels(_ old: FilmRecord, _ new: FilmRecord) -> [String] {
    let known = Dictionary(old.keyFrames.map { ($0.time, $0.sha256) }, uniquingKeysWith: { first, _ in first })
    let others = new.keyFrames.filter { known[$0.time] != $0.sha256 }
    guard let first = others.first else { return [] }
    return [
      "\(others.count) of \(new.keyFrames.count) key frames look otherwise, the first at "
        + "\(FilmNumber.seconds(first.time)) s"
    ]
  }
}
