/// What of a film is not as it was, in words, the most telling first.
package struct FilmDifference: Equatable, Sendable {
  package let reasons: [String]

  package var isEmpty: Bool { reasons.isEmpty }

  /// Points that nobody sees, and a frame's time.
  private static let (least, moment) = (0.5, 0.02)

  /// - Parameters:
  ///   - old: What was approved.
  ///   - new: The same film as it is now.
  package init(from old: FilmRecord, to new: FilmRecord) {
    reasons =
      Self.jumps(old, new) + Self.path(old, new) + Self.blank(old, new) + Self.placeholders(old, new)
      + Self.length(old, new) + Self.pixels(old, new)
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
