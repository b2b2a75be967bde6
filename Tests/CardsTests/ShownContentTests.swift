import Basics
import Cards
import Foundation
import Support
import Testing

@testable import FeedReading

/// Cards contain every text of their posts.
@Suite("Cards of real posts")
struct ShownContentTests {
  private static let documents: [URL] = {
    let folders = [Checkout.url("Examples"), ExtraVectors.url("feeds"), ExtraVectors.url("reports/rendering")]
    return folders.compactMap { $0 }.flatMap { folder in
      (FileManager.default.subpaths(atPath: folder.path) ?? []).sorted()
        .filter { path in
          (path.hasSuffix(".json") || path.hasSuffix(".js")) && !path.hasSuffix(".expected.json")
            && !path.hasPrefix("chats") && (folder.lastPathComponent != "Examples" || path.contains("/feed/"))
        }
        .map { folder.appendingPathComponent($0) }
    }
  }()

  /// Returns the texts of a value and of everything in it.
  private static func texts(of value: Any, _ label: String = "") -> [String] {
    if label.hasSuffix("id") || ["type", "handle", "fallbackName", "earlier", "nameEmoji"].contains(label) {
      return []
    }
    switch value {
    case let text as String: return [text]
    case is WebAddress, is Photo.Source, is Facet, is Service: return []
    default:
      let mirror = Mirror(reflecting: value)
      return mirror.children.flatMap { texts(of: $0.value, $0.label ?? "") }
    }
  }

  /// Returns the strings of parsed JSON.
  private static func strings(in value: Any) -> [String] {
    switch value {
    case let text as String: [text]
    case let list as [Any]: list.flatMap { strings(in: $0) }
    case let object as [String: Any]: object.values.flatMap { strings(in: $0) }
    default: []
    }
  }

  private static func words(_ text: String) -> Set<String> {
    Set(
      text.lowercased().unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint }
        .split { !$0.properties.isAlphabetic }.map { String($0) }.filter { $0.count > 1 })
  }

  @Test("each word of a post is in its card, but for the words of quotes")
  func words() throws {
    let builder = builder(.en)
    for file in Self.documents {
      let bytes = try Array(Data(contentsOf: file))
      let page = FeedReader.page(from: FeedDocument(name: file.lastPathComponent, bytes: bytes))
      for var post in page.entries.map(\.post) {
        post.quote = nil
        let json = try JSONEncoder().encode(builder.feedCard(for: post))
        let card = Self.words(
          Self.strings(in: try JSONSerialization.jsonObject(with: json)).joined(separator: " "))
        let missing = Self.texts(of: post).flatMap { text in
          let isAddress = text.contains("://") || text.contains("/") && !text.contains(" ")
          return isAddress ? [] : Self.words(text).subtracting(card).sorted()
        }
        #expect(missing.isEmpty, "\(file.lastPathComponent) \(post.id)")
      }
    }
  }
}
