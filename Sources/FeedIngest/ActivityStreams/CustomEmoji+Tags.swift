import JSONTree

extension CustomEmoji {
  /// - Parameter tags: `[{"type": "Emoji", "name": ":blobcat:", "icon": {"url": …}}]`, and tags of other types.
  init(tags: [JSONNode]) {
    var addresses: [String: String] = [:]
    for tag in tags where tag.isOf(["Emoji"]) {
      guard let name = tag.text("name"),
        let url = tag.several("icon").lazy.flatMap({ ActivityLink.all(of: $0) }).first?.url
      else { continue }
      addresses[name.split(separator: ":").first.map(String.init) ?? name] = url
    }
    self.init(addresses: addresses)
  }
}
