import Foundation

/// What a web page links as other forms of itself: `<link rel="alternate" type="…" href="…">`.
struct PageLinks: Sendable {
  private var links: [(type: String, target: HTTPAddress)] = []

  init(_ answer: HTTPAnswer) {
    let text = String(decoding: answer.body.prefix(1 << 20), as: UTF8.self)
    var rest = text[...]
    while let open = rest.range(of: "<link", options: .caseInsensitive),
      let close = rest[open.upperBound...].firstIndex(of: ">")
    {
      let attributes = Self.attributes(rest[open.upperBound..<close])
      rest = rest[close...]
      guard let relation = attributes["rel"]?.lowercased(), relation.split(separator: " ").contains("alternate"),
        let type = attributes["type"]?.lowercased(),
        let target = attributes["href"].flatMap({ answer.address.resolving($0.replacing("&amp;", with: "&")) })
      else { continue }
      links.append((type, target))
    }
  }

  /// The first link of the first of the types that there is one of.
  func target(types: [String]) -> HTTPAddress? {
    types.lazy.compactMap { type in links.first { $0.type == type }?.target }.first
  }

  private static func attributes(_ text: Substring) -> [String: String] {
    var found: [String: String] = [:]
    var rest = text.drop { $0.isWhitespace || $0 == "/" }
    while !rest.isEmpty {
      let name = rest.prefix { !$0.isWhitespace && $0 != "=" && $0 != "/" }
      rest = rest.dropFirst(name.count).drop { $0.isWhitespace }
      guard !name.isEmpty else { break }
      var value = ""[...]
      if rest.first == "=" {
        rest = rest.dropFirst().drop { $0.isWhitespace }
        if let quote = rest.first, quote == "\"" || quote == "'" {
          value = rest.dropFirst().prefix { $0 != quote }
          rest = rest.dropFirst(value.count + 2)
        } else {
          value = rest.prefix { !$0.isWhitespace }
          rest = rest.dropFirst(value.count)
        }
      }
      found[name.lowercased()] = String(value)
      rest = rest.drop { $0.isWhitespace || $0 == "/" }
    }
    return found
  }
}
