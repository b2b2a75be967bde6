import JSONTree

/// Addresses of VK's own pages.
enum VKAddress {
  /// - Parameter path: after the host, percent-encoded where it has to be.
  static func page(_ path: String) -> String { "https://vk.com/\(path)" }

  /// The page of a person (a positive id) or a community; nil where neither handle nor id names one.
  static func page(ofAuthor id: Int, handle: String?) -> String? {
    if let handle, !handle.isEmpty { return page(LinkTarget.percentEncoded(handle.utf8)) }
    return id == 0 ? nil : page(name(ofAuthor: id))
  }

  /// `id1` or `club1`: the short address that everybody has.
  static func name(ofAuthor id: Int) -> String { id < 0 ? "club\(id.magnitude)" : "id\(id)" }
}

/// An object of VK's by its short address: `id1`, `club1`, `wall-1_2`; what follows a colon (`id1:bp-1_2`) is for replies.
struct VKObject {
  let kind: Facet.Kind
  let url: String

  private static let people = ["id", "club", "public", "event"]
  private static let things = [
    "wall", "photo", "video", "clip", "topic", "page", "note", "album", "doc", "market", "app", "audio", "podcast",
    "poll", "story", "playlist", "board", "artist", "product",
  ]

  init?(_ address: String) {
    let path = address.prefix { $0 != ":" }
    let word = path.prefix { $0.isASCII && $0.isLetter }
    let number = path[word.endIndex...]
    guard number.utf8.count <= 48, number.utf8.contains(where: Unicode.Scalar.isASCIIDigit),
      number.utf8.allSatisfy({ Unicode.Scalar.isASCIIDigit($0) || "-_".utf8.contains($0) })
    else { return nil }
    if Self.people.contains(String(word)), number.utf8.allSatisfy(Unicode.Scalar.isASCIIDigit) {
      self.kind = .mention
    } else if Self.things.contains(String(word)) {
      self.kind = .link
    } else {
      return nil
    }
    url = VKAddress.page(String(path))
  }
}
