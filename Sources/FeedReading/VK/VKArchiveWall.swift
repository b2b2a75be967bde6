import Basics
import DataFormats
import Foundation

/// The wall in VK's archive, as an answer of the API.
///
/// Posts of an archive name their author by a link or as `Вы`, and their own page by a link; they have no counters. Texts
/// are escaped, as in answers.
struct VKArchiveWall {
  private var items: [[String: Any]] = []
  /// The names of authors, by their numbers.
  private var profiles: [Int: [String: Any]] = [:]

  /// The wall of a page; nil for any other file.
  @Sendable static func conversion(of bytes: [UInt8], name: String) -> FeedFormat.Conversion? {
    guard bytes.first == UInt8(ascii: "<"), VKArchivePage.recognises(Array(bytes.prefix(1 << 12))) else { return nil }
    let parts = name.lowercased().split(separator: "/").suffix(2).map(String.init)
    guard let file = parts.last, !file.hasPrefix("index") else { return nil }
    let isInWall = parts.count > 1 && parts[0] == "wall" || file.prefix(while: \.isLetter) == "wall"
    let page = VKArchivePage(bytes)
    guard isInWall || ["стена", "wall"].contains(page.title?.lowercased()), !page.holdsMessages else { return nil }
    let wall = VKArchiveWall(page)
    guard !wall.items.isEmpty else { return nil }
    let answer = ["items": wall.items, "profiles": wall.profiles.sorted { $0.key < $1.key }.map(\.value)]
    let json = try? JSONSerialization.data(withJSONObject: ["response": answer], options: [.sortedKeys])
    return json.map { .json([UInt8]($0)) }
  }

  private init(_ page: VKArchivePage) {
    for item in page.items { if let post = post(item) { items.append(post) } }
  }

  private static let apart = ["attachment", "post__header", "post__date", "post__link", "item__tertiary"]

  private mutating func post(_ item: PageElement) -> [String: Any]? {
    let date = item.first { $0.has("post__date") || $0.has("item__tertiary") }.flatMap {
      VKArchivePage.date(in: $0.line)
    }
    let words = item.words(keepsBlanks: false) { part in Self.apart.contains { part.has($0) } }.trimmed
    let attachments = Self.attachments(of: item)
    guard date != nil || !attachments.isEmpty || !words.string.isEmpty else { return nil }
    var post: [String: Any] = [
      "post_type": "post", "text": Markup.html(words.string), "attachments": attachments,
    ]
    if let date { post["date"] = date.milliseconds / 1000 }
    let link = item.first("post__link")
    let place = Self.place(of: link?.attributes["href"] ?? link?.line ?? "")
    if let place { (post["owner_id"], post["id"]) = (place.owner, place.id) }
    if let head = item.first(where: { $0.has("post__header") || $0.has("item__tertiary") }),
      let author = author(head, onWallOf: place?.owner)
    {
      post["from_id"] = author
    }
    // Texts in other elements become members, which the reader of the answer counts.
    let attached = attachments.flatMap { ($0["link"] as? [String: Any]).map { Array($0.values) } ?? [] }
    var shown = ShownTexts([words.string] + attached.map { $0 as? String })
    for (name, text) in item.unshownTexts(
      by: &shown,
      besides: { part in
        Self.apart.contains { part.has($0) } && !part.has("attachment")
          || part.has("attachment__description") && Self.isPicture("", named: part.line.lowercased())
      })
    {
      post[post[name] == nil ? name : "text in \(name)"] = text
    }
    return post
  }

  /// The number of the author that a line names before its date, after noting the author's name.
  private mutating func author(_ head: PageElement, onWallOf owner: Int?) -> Int? {
    if let link = head.first(where: { $0.name == "a" && !$0.has("post__link") }), !link.line.isEmpty {
      let path = link.attributes["href"]?.split(separator: "/").last.map(String.init) ?? ""
      var profile: [String: Any] = ["first_name": Markup.html(link.line)]
      let id: Int
      if let number = Self.number(of: path) {
        id = number
      } else {
        // An author with a short name has no number in the page: numbers beyond VK's own keep such people apart.
        let known = profiles.first { $0.value["screen_name"] as? String == path }?.key
        id = known ?? Self.firstFreeNumber + profiles.count
        profile["screen_name"] = path
      }
      profile["id"] = id
      profiles[id] = profile
      return id
    }
    // `Вы 1 июля 2020 в 10:00:00`
    let name = head.line.prefix { !$0.isNumber && $0 != "," }.trimmed
    guard let owner, !name.isEmpty else { return owner }
    if profiles[owner] == nil { profiles[owner] = ["id": owner, "first_name": name] }
    return owner
  }

  private static let firstFreeNumber = 9_000_000_000_000

  /// `id1` is 1, `club5` and `public5` are −5; nil for other paths.
  private static func number(of path: String) -> Int? {
    let digits = path.drop(while: \.isLetter)
    guard let number = Int(digits), number > 0, number < firstFreeNumber else { return nil }
    switch path.dropLast(digits.count) {
    case "id": return number
    case "club", "public", "event": return -number
    default: return nil
    }
  }

  /// `https://vk.com/wall-1_7` is the post 7 on the wall of −1.
  private static func place(of address: String) -> (owner: Int, id: Int)? {
    guard let start = address.range(of: "/wall", options: .backwards)?.upperBound else { return nil }
    let numbers = address[start...].prefix { $0 != "?" && $0 != "#" }.split(separator: "_").map { Int($0) }
    guard numbers.count == 2, let owner = numbers[0], let id = numbers[1], owner != 0 else { return nil }
    return (owner, id)
  }

  // MARK: Attachments

  private static func attachments(of item: PageElement) -> [[String: Any]] {
    var shown: Set<String> = []
    var found: [[String: Any]] = []
    for element in item.all(where: { $0.has("attachment") }) {
      let name = element.first("attachment__description")?.line ?? ""
      let link = element.first("attachment__link")
      let address = link?.attributes["href"]
      if let address { shown.insert(address) }
      if let address, isPicture(address, named: name.lowercased()) {
        found.append(photo(address))
        continue
      }
      let words = element.words(keepsBlanks: false) { $0.has("attachment__description") }.trimmed.string
      var content: [String: Any] = ["title": Markup.html(name.isEmpty ? words : name)]
      if let address { content["url"] = address }
      if !words.isEmpty, words != address, words != name { content["caption"] = Markup.html(words) }
      found.append(["type": "link", "link": content])
    }
    for picture in item.all(where: { $0.name == "img" }) {
      if let address = picture.attributes["src"], shown.insert(address).inserted { found.append(photo(address)) }
    }
    return found
  }

  private static func photo(_ address: String) -> [String: Any] {
    ["type": "photo", "photo": ["sizes": [["type": "x", "url": address]]]]
  }

  /// Whether an attachment is the file of a photo, and not the page that shows it.
  private static func isPicture(_ address: String, named name: String) -> Bool {
    (name.hasPrefix("фотограф") || name.hasPrefix("photo")) && WebAddress(address)?.host != "vk.com"
  }
}
