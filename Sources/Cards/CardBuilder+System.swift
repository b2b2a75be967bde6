import Drawing
import FeedIngest
import Foundation

/// Items of a feed that are not posts: a row says what happened, and with whom.
extension CardBuilder {
  /// - Parameter type: The service's name for it, shown where the kind is not known.
  func systemRow(of kind: SystemKind, type: String, people: [Author]) -> PostCard.Row {
    let names = people.map { CleanText.line($0.shownName) }
    var row = Self.row(
      type, RowIcon(kind), title: CleanText.line(strings.systemTitle(of: kind, type: type)),
      subtitle: strings.listed(names))
    if let subtitle = row.subtitle {
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
      guard let target = author.page.flatMap(LinkTarget.url), let found = rest.range(of: name, options: .literal) else {
        continue
      }
      let start = list.utf8.distance(from: list.startIndex, to: found.lowerBound)
      spans.append(RichText.Span(range: start..<start + name.utf8.count, role: .mention, target: target))
      rest = rest[found.upperBound...]
    }
    return GraphemeSnapping.snapped(list, spans)
  }
}
