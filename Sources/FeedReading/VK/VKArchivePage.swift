import Basics

/// A page of the archive that VK gives to its users ("data protection"): conversations, the wall, comments and photos as
/// web pages in windows-1251.
///
/// Its parts were observed in public parsers of such archives: `message`, `message__header`, `kludges`, `attachment`,
/// `item__main`, `item__tertiary`, `post__link`.
struct VKArchivePage {
  /// The page's own title: the last crumb of its path, else the heading, else the title element.
  private(set) var title: String?
  private(set) var items: [PageElement] = []

  /// Whether a text starts like a page of an archive.
  static func recognises(_ opening: [UInt8]) -> Bool {
    let opening = String(decoding: opening, as: UTF8.self).lowercased()
    guard opening.contains("<html"), opening.contains("windows-1251") || opening.contains("name=\"jd\"") else {
      return false
    }
    return opening.contains("wrap_page") || opening.contains("class=\"wrap") || opening.contains("style.css")
      || opening.contains("name=\"jd\"")
  }

  /// Whether a file of an archive is one of its pages with content, by its name.
  static func isDocument(_ name: String) -> Bool {
    guard name.hasSuffix(".html") else { return false }
    let stem = name.dropLast(5)
    let number = stem.reversed().prefix { $0.isASCII && $0.isNumber }.count
    return number > 0
      && ["messages", "wall", "comments", "photo-albums", "video", "likes"].contains(stem.dropLast(number))
  }

  /// - Parameter bytes: The page in windows-1251, or in UTF-8 if it says so.
  init(_ bytes: [UInt8]) {
    let isUnicode = String(decoding: bytes.prefix(1 << 12), as: UTF8.self).lowercased().contains("utf-8")
    self.init(html: isUnicode ? String(decoding: bytes, as: UTF8.self) : Windows1251.decode(bytes))
  }

  private init(html: String) {
    let page = MutableReference((crumb: String?.none, heading: String?.none, items: [PageElement]()))
    PageElements.read(html) { classes in
      let names = classes.split(separator: " ")
      return names.contains("item") || names.contains("ui_crumb") || names.contains("wrap_page_title")
        || names.contains("page_block_header")
    } take: { element in
      if element.has("item") {
        page.value.items.append(element)
      } else if element.has("ui_crumb") {
        page.value.crumb = element.line
      } else if page.value.heading == nil {
        page.value.heading = element.line
      }
    }
    items = page.value.items
    let titles = [page.value.crumb, page.value.heading, Self.titleElement(html)]
    title = titles.lazy.compactMap { $0 }.first { !$0.isEmpty }
  }

  private static func titleElement(_ html: String) -> String? {
    guard let start = html.firstRange(of: "<title>"), let end = html[start.upperBound...].firstRange(of: "</title>")
    else { return nil }
    return FacetedText(html: String(html[start.upperBound..<end.lowerBound])).string
  }

  /// Whether its items are messages of a conversation.
  var holdsMessages: Bool { items.contains { $0.first("message") != nil } }

  /// `18 мая 2024 в 10:00:00`, `19 июн 2023 в 17:18:36`, `18 May 2024 at 10:00:00 pm`: the last date of a line. The archive
  /// names no zone.
  static func date(in line: String) -> ChatDate? {
    let words = line.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != ":" }.map(String.init)
    for index in words.indices.dropLast(2).reversed() {
      guard let day = Int(words[index]), let month = month(words[index + 1]), words[index + 2].count == 4,
        let year = Int(words[index + 2]), let date = CivilDate(year: year, month: month, day: day)
      else { continue }
      var seconds = 0
      if let clock = words[(index + 3)...].first(where: { $0.contains(":") }) {
        let parts = clock.split(separator: ":").map { Int($0) ?? 0 }
        var hour = parts.first ?? 0
        if words.last == "pm", hour < 12 { hour += 12 }
        if words.last == "am", hour == 12 { hour = 0 }
        guard 0...23 ~= hour, parts.dropFirst().allSatisfy({ 0...60 ~= $0 }) else { return nil }
        seconds = hour * 3600 + (parts.count > 1 ? parts[1] * 60 : 0) + (parts.count > 2 ? parts[2] : 0)
      }
      return ChatDate(seconds: date.dayNumber * 86_400 + seconds, isUTC: false)
    }
    return nil
  }

  /// The number of a month by the beginning of its name.
  private static func month(_ word: String) -> Int? {
    let russian = ["янв", "фев", "мар", "апр", "ма", "июн", "июл", "авг", "сен", "окт", "ноя", "дек"]
    let english = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
    if let index = english.firstIndex(where: word.hasPrefix) { return index + 1 }
    // `мар` before `ма`: May is `мая`.
    let found = russian.indices.filter { word.hasPrefix(russian[$0]) }
    return found.max { russian[$0].count < russian[$1].count }.map { $0 + 1 }
  }
}
