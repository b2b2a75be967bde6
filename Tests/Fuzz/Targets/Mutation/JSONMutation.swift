import Foundation
import Support

/// Mutates the structure of JSON: moves, repeats and nests values, and replaces them by ones that parsers get wrong.
enum JSONMutation {
  /// Returns nil if the input is not JSON; the caller then mutates its bytes.
  static func mutate(_ input: [UInt8], using random: inout SplitMix64) -> [UInt8]? {
    guard var root = try? JSONSerialization.jsonObject(with: Data(input), options: [.fragmentsAllowed]) else {
      return nil
    }
    var places: [[Step]] = []
    collect(root, [], &places)
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      guard let place = places.randomElement(using: &random) else { break }
      let other = places.randomElement(using: &random).flatMap { value(at: $0, in: root) }
      root = changed(root, at: place[...]) { change($0, other: other, using: &random) } ?? NSNull()
    }
    guard let data = try? JSONSerialization.data(withJSONObject: root, options: [.fragmentsAllowed]) else { return nil }
    return [UInt8](data)
  }

  private enum Step {
    case key(String)
    case index(Int)
  }

  private static func collect(_ value: Any, _ path: [Step], _ places: inout [[Step]]) {
    guard places.count < 4000, path.count < 40 else { return }
    places.append(path)
    if let list = value as? [Any] {
      for (index, item) in list.enumerated() { collect(item, path + [.index(index)], &places) }
    } else if let record = value as? [String: Any] {
      for key in record.keys.sorted() { collect(record[key] ?? NSNull(), path + [.key(key)], &places) }
    }
  }

  private static func value(at path: [Step], in root: Any) -> Any? {
    var value: Any = root
    for step in path {
      switch step {
      case .key(let key):
        guard let next = (value as? [String: Any])?[key] else { return nil }
        value = next
      case .index(let index):
        guard let list = value as? [Any], list.indices.contains(index) else { return nil }
        value = list[index]
      }
    }
    return value
  }

  /// - Parameter change: Returns nil to remove the value.
  private static func changed(_ value: Any, at path: ArraySlice<Step>, _ change: (Any) -> Any?) -> Any? {
    guard let step = path.first else { return change(value) }
    switch step {
    case .key(let key):
      guard var record = value as? [String: Any], let old = record[key] else { return value }
      record[key] = changed(old, at: path.dropFirst(), change)
      return record
    case .index(let index):
      guard var list = value as? [Any], list.indices.contains(index) else { return value }
      if let new = changed(list[index], at: path.dropFirst(), change) {
        list[index] = new
      } else {
        list.remove(at: index)
      }
      return list
    }
  }

  private static func change(_ value: Any, other: Any?, using random: inout SplitMix64) -> Any? {
    switch Int.random(in: 0..<9, using: &random) {
    case 0: return nil
    case 1: return other ?? NSNull()
    case 2: return numbers.randomElement(using: &random).map { $0 as Any }
    case 3: return texts.randomElement(using: &random).map { $0 as Any }
    case 4:
      guard let text = value as? String, let piece = texts.randomElement(using: &random) else { return [value] }
      let place = text.index(text.startIndex, offsetBy: Int.random(in: 0...text.count, using: &random))
      return text[..<place] + piece + text[place...]
    case 5:
      guard let list = value as? [Any], !list.isEmpty else { return [value, value] }
      return list + list.shuffled(using: &random)
    case 6:
      var nested: Any = value
      for _ in 0..<Int.random(in: 1...60, using: &random) {
        nested = Bool.random(using: &random) ? [nested] : ["copy_history": [nested]]
      }
      return nested
    case 7:
      guard var record = value as? [String: Any], let key = record.keys.sorted().randomElement(using: &random) else {
        return ["type": value]
      }
      record[key] = other ?? NSNull()
      return record
    default:
      guard let text = value as? String else { return String(describing: value) }
      return String(repeating: text, count: Int.random(in: 2...40, using: &random))
    }
  }

  private static let numbers: [Double] = [
    0, -1, 1, 0.5, -0.0, 255, 256, 65_535, 2_147_483_647, 2_147_483_648, -2_147_483_649, 4_294_967_296,
    9_007_199_254_740_992, 9_223_372_036_854_775_808, 1e19, 1e100, 1.7e308, -1.7e308, 2.5e-308, 1_542_561_600,
    253_402_300_800, -62_135_596_801,
  ]

  static let texts: [String] = [
    "", " ", "\u{0}", "\u{1b}[31m", "::error::x", "\r\n", "\u{85}", "\u{2028}", "\u{202e}", "\u{2066}", "\u{fffd}",
    "\u{feff}", "e\u{301}\u{301}\u{301}", "👩‍👩‍👧‍👦", "🏳️‍🌈", "א", "مرحبا", "你好", "ไทย", "हिन्दी", "../../etc/passwd", "/dev/zero",
    "file:///etc/passwd",
    "data:image/png;base64,AAAA", "javascript:alert(1)", "<br>", "<script>", "&lt;&amp;#x0;", "&#1114112;", "[id1|A]",
    "[club1|", "[https://a.b|c]", "@id1 (A)", "#тег@club", "https://пример.рф/путь?q=1#x", "-1", "1e999", "NaN", "null",
    "true",
    "2018-11-18T18:40:00Z", "0000-00-00T99:99:99+99:99", String(repeating: "a", count: 3000),
    String(repeating: "\n", count: 200),
    String(repeating: "ш", count: 500), "wall1_17", "WALL1_17", "..", ".", "con", "a/b", "a\\b", "{color.link}", "{a}",
    "{}", "#fff", "#12345678",
  ]
}
