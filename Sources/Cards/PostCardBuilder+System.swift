import Drawing
import FeedIngest
import Foundation

/// Items of a feed that are not posts: a row says what happened, and with whom.
extension PostCardBuilder {
  func systemRow(ofType type: String, people: [Author], isVK: Bool) -> PostCard.Row {
    let names = people.map { CleanText.line($0.shownName) }
    var row = Self.row(
      type, RowIcon(systemType: type), title: CleanText.line(strings.systemTitle(ofType: type)),
      subtitle: strings.listed(names))
    if isVK, let subtitle = row.subtitle {
      row.subtitle = Self.linking(zip(people, names).prefix(Strings.namesShown(of: names.count)), in: subtitle.string)
    }
    return row
  }

  /// Each name that is listed leads to its page. Names are looked for one after the other, so that two of the same name
  /// lead to two pages.
  private static func linking(_ people: some Sequence<(Author, String)>, in list: String) -> RichText {
    var spans: [RichText.Span] = []
    var rest = list[...]
    for (author, name) in people {
      guard let target = vkPage(of: author), let found = rest.range(of: name, options: .literal) else { continue }
      let start = list.utf8.distance(from: list.startIndex, to: found.lowerBound)
      spans.append(RichText.Span(range: start..<start + name.utf8.count, role: .mention, target: target))
      rest = rest[found.upperBound...]
    }
    return GraphemeSnapping.snapped(list, spans)
  }

  /// Nil for an id that is none of VK's.
  static func vkPage(of author: Author) -> String? {
    if let handle = author.handle, !handle.isEmpty {
      return LinkTarget.vk(LinkTarget.percentEncoded(handle.utf8))
    }
    guard let number = Int(author.id), number != 0 else { return nil }
    return LinkTarget.vk(number < 0 || author.isCommunity ? "club\(number.magnitude)" : "id\(number)")
  }
}
