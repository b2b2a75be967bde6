import JSONTree

/// People, entities, replies and places of version 1.1.
extension XPageReader {
  // MARK: People

  mutating func author(_ node: JSONNode) -> Author {
    let handle = node.text("screen_name", "username").map { DecodedText.line($0) }
    let id = node.text("id_str", "id") ?? handle ?? "0"
    guard handle != nil || node.text("name") != nil else {
      // An answer that was asked for without its users.
      reading.noteMissingAuthor(id, at: node)
      return Author(id: id, name: "", state: .unknown)
    }
    let avatar = node.text("profile_image_url_https", "profile_image_url").map { Photo(sources: [.init(url: $0)]) }
    return Author(
      id: id, name: DecodedText.line(node.text("name") ?? ""), handle: handle, avatar: avatar,
      isVerified: node.isTrue("verified"), page: handle.map(XAddress.profile))
  }

  mutating func archiveOwner(at node: JSONNode) -> Author {
    if let owner { return owner }
    reading.noteMissingAuthor("0", at: node)
    return Author(id: "0", name: "", state: .unknown, fallbackName: "X")
  }

  // MARK: Entities

  /// - Parameter media: Whose addresses in the text stand for them.
  static func entities(of node: JSONNode, besides media: [JSONNode]) -> [XEntity] {
    guard let list = node.object("entities") else { return [] }
    var entities = media.compactMap { entity($0, .hidden, $0.text("url")) }
    for url in list.list("urls") {
      guard let short = url.text("url") else { continue }
      let target = url.text("expanded_url", "expanded") ?? short
      let shown = url.text("display_url", "display").map { DecodedText.line($0) } ?? short
      // Media of version 2 are among the links.
      let isMedia = !media.isEmpty && url.text("media_key") != nil
      entities.append(entity(url, isMedia ? .hidden : .link(shown: shown, url: target), short))
    }
    for mention in list.list("user_mentions") + list.list("mentions") {
      guard let name = mention.text("screen_name", "username") else { continue }
      entities.append(entity(mention, .mention(name), "@" + name))
    }
    for tag in list.list("hashtags") {
      guard let text = tag.text("text", "tag") else { continue }
      entities.append(entity(tag, .hashtag(text), "#" + text))
    }
    for symbol in list.list("symbols") + list.list("cashtags") {
      guard let text = symbol.text("text", "tag") else { continue }
      entities.append(entity(symbol, .symbol(text), "$" + text))
    }
    return entities
  }

  private static func entity(_ node: JSONNode, _ meaning: XEntity.Meaning, _ literal: String?) -> XEntity {
    // A list of two numbers is no count with one number behind it.
    let indices = node.child("indices")?.listed(atMost: 2).map(\.value.int) ?? []
    return XEntity(
      meaning: meaning, literal: literal ?? "", start: indices.first ?? node.int("start"),
      end: indices.count == 2 ? indices[1] : node.int("end"))
  }

  /// The last address of a text is not shown where it is that of the quoted post, or of the cut post itself.
  func hideAddresses(_ entities: inout [XEntity], quoted: String?, own: String?) {
    guard let quoted = quoted ?? own else { return }
    let links = entities.indices.filter { if case .link = entities[$0].meaning { true } else { false } }
    guard let last = links.max(by: { (entities[$0].start ?? 0) < (entities[$1].start ?? 0) }),
      case .link(_, let url) = entities[last].meaning, url.contains("/status/\(quoted)")
    else { return }
    entities[last].meaning = .hidden
  }

  // MARK: Replies and places

  func reply(_ node: JSONNode, by author: Author) -> ReplyTarget? {
    let id = node.text("in_reply_to_status_id_str", "in_reply_to_status_id")
    let name = node.text("in_reply_to_screen_name").map { DecodedText.line($0) }
    guard id != nil || name != nil else { return nil }
    let isOwn = name != nil && name?.lowercased() == author.handle?.lowercased()
    return ReplyTarget(
      id: id, name: isOwn ? author.shownName : name.map { "@" + $0 },
      url: id.map { XAddress.post($0, by: name) } ?? name.map(XAddress.profile))
  }

  static func place(_ node: JSONNode) -> GeoPlace? {
    let title = node.object("place")?.text("full_name", "name").map { DecodedText.line($0) }
    // GeoJSON has the longitude first, the older `geo` the latitude.
    let point = node.object("coordinates")?.list("coordinates").map(\.value.double) ?? []
    let older = node.object("geo")?.list("coordinates").map(\.value.double) ?? []
    let pair = point.count == 2 ? (point[1], point[0]) : older.count == 2 ? (older[0], older[1]) : (nil, nil)
    return place(title, latitude: pair.0, longitude: pair.1)
  }

  static func place(_ title: String?, latitude: Double?, longitude: Double?) -> GeoPlace? {
    guard let latitude, let longitude, abs(latitude) <= 90, abs(longitude) <= 180 else {
      return title.map { GeoPlace(title: $0) }
    }
    return GeoPlace(title: title, latitude: latitude, longitude: longitude)
  }
}
