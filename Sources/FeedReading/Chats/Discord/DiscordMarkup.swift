import Basics
import DataFormats

/// Discord's markup, with the names that an export gives for ids.
struct DiscordMarkup {
  /// Names of the mentioned people, by id.
  private var people: [String: String] = [:]

  init() {}

  /// - Parameter message: Its `mentions` name people.
  init(mentionsOf message: JSONNode) {
    for person in message.list("mentions") {
      guard let id = person.text("id"), let name = person.text("nickname", "name") else { continue }
      people[id] = name
    }
  }

  /// Returns the text as Discord draws it.
  func read(_ text: String) -> FacetedText {
    guard text.utf8.contains(where: { !$0.isASCIIWord && $0 != 0x20 || $0 == UInt8(ascii: "_") }) else {
      return FacetedText(text)
    }
    return markup.read(text)
  }

  private var markup: ChatMarkup {
    ChatMarkup(
      marks: [
        .init(written: "||", kind: .spoiler), .init(written: "**", kind: .bold), .init(written: "__", kind: nil),
        .init(written: "~~", kind: .struck), .init(written: "*", kind: .italic),
        .init(written: "_", kind: .italic, isAtWords: true),
      ],
      quote: "> ", longQuote: ">>> ", spansLines: true, hasEscapes: true, hasHeadings: true, hasTitledLinks: true,
      reference: { reference($0) })
  }

  /// `@1`, `@!1`, `@&1`, `#1`, `:name:1`, `a:name:1`, `t:1700000000:R`, `/name:1`, `id:customize`, `https://…`.
  private func reference(_ written: String) -> ChatMarkup.Reference? {
    if written.hasPrefix("http://") || written.hasPrefix("https://") {
      return WebAddress(written: written).map { .init(words: written, kind: .link, url: $0) }
    }
    let parts = written.split(separator: ":", omittingEmptySubsequences: false)
    if let first = parts.first, first.isEmpty || first == "a", parts.count == 3, parts[2].isDigits {
      return .init(words: ":\(parts[1]):")
    }
    if parts.first == "t", parts.count >= 2, let seconds = Int(parts[1]) {
      return .init(words: ChatDate(seconds: seconds).map { Self.words(of: $0) } ?? written)
    }
    if written.hasPrefix("/"), parts.count == 2, parts[1].isDigits { return .init(words: String(parts[0])) }
    if written.hasPrefix("@") {
      let isRole = written.hasPrefix("@&")
      let id = String(written.dropFirst(isRole || written.hasPrefix("@!") ? 2 : 1))
      guard id[...].isDigits else { return nil }
      return .init(words: "@" + (people[id] ?? id), kind: .mention)
    }
    guard written.hasPrefix("#"), written.dropFirst().isDigits else { return nil }
    return .init(words: written, kind: .hashtag)
  }

  /// `2024-05-18 09:20 UTC`: exports don't contain the reader's zone.
  private static func words(of date: ChatDate) -> String {
    let text = ISO8601Moment.utc(date.seconds)
    return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5)) UTC"
  }
}

extension Substring {
  fileprivate var isDigits: Bool { !isEmpty && utf8.allSatisfy(\.isASCIIDigit) }
}
