import Basics
import Cards
import Foundation
import Support

@testable import FeedReading

let newsfeedRules = rules()

/// Returns the news feed's rules with these changes.
func rules(
  maximumRatio: Double? = nil, enlargedFrom: Double? = nil, largeLinkFrom: Double? = nil,
  minimumLinkAspect: Double? = nil
) -> PostCardRules {
  var rules = PostCardRules(
    collapsesAbove: 8, collapsedLines: 6, minimumAspect: 0.4, maximumAspect: 3, fallbackAspect: 1.5)
  (rules.maximumRatio, rules.enlargedFrom) = (maximumRatio, enlargedFrom)
  (rules.largeLinkFrom, rules.minimumLinkAspect) = (largeLinkFrom, minimumLinkAspect)
  return rules
}

/// 12 November 2018, 12:00 UTC.
let noon = 1_542_024_000

func builder(_ language: Language = .ru, highlight: String? = nil, viewer: String? = nil) -> CardBuilder {
  var request = CardRequest()
  (request.highlight, request.viewer) = (highlight, viewer)
  return CardBuilder(
    rules: newsfeedRules, strings: language.strings, clock: CardClock(now: noon, timeZone: .gmt),
    request: request)
}

func post(
  _ text: String = "", kind: Post.Kind = .post, attachments: [FeedReading.Attachment] = [], reposts: [Post] = [],
  people: [Author] = []
) -> Post {
  let read = FacetedText(scanning: text)
  return Post(
    id: "1_1", kind: kind, author: Author(id: "1", name: "Анна Снегирёва"), date: noon - 3600, text: read.string,
    facets: read.facets, attachments: attachments, reposts: reposts, people: people)
}

func photo(_ width: Int?, _ height: Int?) -> Photo {
  Photo(sources: [Photo.Source(url: "media/\(width ?? 0)x\(height ?? 0).jpg", width: width, height: height)])
}

func item(
  _ type: String, _ content: AttachmentItem.Content, title: String = "", caption: String? = nil, url: WebAddress? = nil
) -> FeedReading.Attachment {
  .item(AttachmentItem(type: type, content: content, title: title, caption: caption, url: url))
}

extension RichText {
  /// The spans with their words.
  var marks: [String] { spans.map { "\($0.role.rawValue):\(words(of: $0))" } }

  /// The targets, in order.
  var targets: [LinkTarget?] { spans.map(\.target) }

  func words(of span: Span) -> String {
    String(decoding: Array(string.utf8)[span.range], as: UTF8.self)
  }
}
