import Diagnostics

/// The names of the boxes within one named box, to find two that are called alike.
final class BoxNames {
  private struct Entry {
    var name: String
    /// Numbered when it is shown: `page` gives `page-0`, `page-1`, …
    var isRepeated: Bool
    var place: Place
  }

  private var entries: [Entry] = []

  /// The place of a box whose name could be the same; nil, and the name is taken, where there is none.
  func take(_ name: String, isRepeated: Bool, at place: Place) -> Place? {
    if let other = entries.first(where: { Self.clash($0.name, $0.isRepeated, name, isRepeated) }) { return other.place }
    entries.append(Entry(name: name, isRepeated: isRepeated, place: place))
    return nil
  }

  /// The names so far, to be taken further by themselves.
  func copy() -> BoxNames {
    let copy = BoxNames()
    copy.entries = entries
    return copy
  }

  /// Takes what copies of it took: of several only one is ever shown, so that they may be called alike.
  func take(_ alternatives: [BoxNames]) {
    let known = entries.count
    entries += alternatives.flatMap { $0.entries.dropFirst(known) }
  }

  private static func clash(_ a: String, _ aRepeats: Bool, _ b: String, _ bRepeats: Bool) -> Bool {
    if aRepeats == bRepeats { return a == b }
    return aRepeats ? isNumbered(b, of: a) : isNumbered(a, of: b)
  }

  /// Whether `name` is `base` with numbers after it, as repeats give them.
  private static func isNumbered(_ name: String, of base: String) -> Bool {
    guard name.hasPrefix(base + "-") else { return false }
    let numbers = name.dropFirst(base.count + 1).split(separator: "-", omittingEmptySubsequences: false)
    return numbers.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isASCII && $0.isNumber } }
  }
}
