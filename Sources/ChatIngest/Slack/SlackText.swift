import FeedIngest
import JSONTree

/// Slack's text: what stands between `<` and `>` refers to people, channels and links; marks such as `*bold*` stay.
struct SlackText {
  let users: [String: String]
  let channels: [String: String]

  /// References by their labels or names, links by their labels, `&lt; &gt; &amp;` decoded once.
  func read(_ text: String) -> (String, [Facet]) {
    var (result, facets) = ("", [Facet]())
    var rest = text.withLineFeeds[...]
    while let start = rest.firstIndex(of: "<") {
      result += Self.decoded(rest[..<start])
      guard let end = rest[start...].firstIndex(of: ">") else {
        rest = rest[start...]
        break
      }
      let (words, kind, url) = reference(rest[rest.index(after: start)..<end])
      let from = result.utf8.count
      result += words
      if let kind, !words.isEmpty, kind != .link || url != nil {
        facets.append(Facet(range: from..<result.utf8.count, kind: kind, url: url))
      }
      rest = rest[rest.index(after: end)...]
    }
    return (result + Self.decoded(rest), facets)
  }

  private func reference(_ text: Substring) -> (String, Facet.Kind?, String?) {
    let bar = text.firstIndex(of: "|")
    let name = bar.map { text[..<$0] } ?? text
    let label = bar.map { Self.decoded(text[text.index(after: $0)...]) }
    let id = String(name.dropFirst())
    switch name.first {
    case "@": return ("@" + (label ?? users[id] ?? id), .mention, nil)
    case "#": return ("#" + (label.flatMap { $0.isEmpty ? nil : $0 } ?? channels[id] ?? id), .hashtag, nil)
    case "!": return (special(id, label), .mention, nil)
    default:
      let address = Self.decoded(name)
      let plain = ["mailto:", "tel:"].first { address.hasPrefix($0) }.map { String(address.dropFirst($0.count)) }
      return (label ?? plain ?? address, .link, LinkTarget.url(address))
    }
  }

  /// `here`, `channel`, `subteam^S1`, `date^…`.
  private func special(_ name: String, _ label: String?) -> String {
    let kind = name.prefix { $0 != "^" }
    switch kind {
    case "date": return label ?? ""
    case "subteam": return label ?? "@" + name.dropFirst(kind.count + 1)
    default: return label.map { $0.hasPrefix("@") ? $0 : "@" + $0 } ?? "@" + kind
    }
  }

  private static func decoded(_ text: Substring) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return String(text) }
    // The ampersand last: what it stands before is decoded once.
    return String(text).replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
  }
}
