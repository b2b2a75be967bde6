import Diagnostics
import Mustache

/// The site's Mustache templates, parsed once a run.
package struct SiteTemplates: Sendable {
  private let library: MustacheLibrary
  /// Templates without a tag, by the names that stand for them in `library`: most are scripts, and a parser that looks at
  /// each of their characters takes longer than all else that is done with them.
  private let verbatim: [String: String]

  /// Names every page needs; a folder of templates that lacks one is an error before anything is written.
  package static let requiredNames = [
    "feed.html", "feed.css", "feed.js", "review.html", "review.css", "review.js",
  ]

  /// From template texts by name (`feed.html`, without `.mustache`).
  ///
  /// - Throws: `Diagnostic` for a template that can't be parsed or is missing.
  package init(_ texts: [String: String]) throws(Diagnostic) {
    var library = MustacheLibrary()
    var verbatim: [String: String] = [:]
    for (name, text) in texts.sorted(by: { $0.key < $1.key }) {
      do {
        if !Self.ends(of: "{{", in: text).isEmpty {
          try library.register(text, named: name)
        } else {
          let key = "verbatim\(verbatim.count)"
          verbatim[key] = text
          try library.register("{{{\(key)}}}", named: name)
        }
      } catch let error as MustacheTemplate.ParserError {
        let place = Place.line(error.context.lineNumber, column: error.context.columnNumber, in: "\(name).mustache")
        throw Diagnostic(SiteIssue.unreadableTemplate("\(error.error)"), at: place)
      } catch {
        throw Diagnostic(SiteIssue.unreadableTemplate("\(error)"), at: Place(file: "\(name).mustache"))
      }
    }
    // The engine leaves an unknown partial out without a word.
    for (file, text) in texts.sorted(by: { $0.key < $1.key }) {
      for name in Self.partials(of: text) where texts[name] == nil {
        throw Diagnostic(SiteIssue.missingTemplate(name: name), at: Place(file: "\(file).mustache"))
      }
    }
    for name in Self.requiredNames where texts[name] == nil {
      throw Diagnostic(SiteIssue.missingTemplate(name: name))
    }
    self.library = library
    self.verbatim = verbatim
  }

  private static func partials(of text: String) -> [String] {
    ends(of: "{{>", in: text).compactMap { start in
      text[start...].firstIndex(of: "}").map { text[start..<$0].filter { $0 != " " } }
    }
  }

  /// Where an ASCII mark ends, each time that it stands in the text. By bytes: looking for it among characters takes longer
  /// than all else that is done with a script.
  private static func ends(of mark: String, in text: String) -> [String.Index] {
    let mark = Array(mark.utf8)
    var ends: [String.Index] = []
    var matched = 0
    for index in text.utf8.indices {
      let byte = text.utf8[index]
      matched = byte == mark[matched] ? matched + 1 : (byte == mark[0] ? 1 : 0)
      guard matched == mark.count else { continue }
      ends.append(text.utf8.index(after: index))
      matched = 0
    }
    return ends
  }

  /// - Throws: `Diagnostic` when there is no template of that name, or it asks for a value that there is none of.
  func render(_ values: [String: Any], with name: String) throws(Diagnostic) -> String {
    let values = PageValues(values.merging(verbatim) { value, _ in value })
    guard let text = library.render(values, withTemplate: name) else {
      throw Diagnostic(SiteIssue.missingTemplate(name: name))
    }
    if let unknown = values.unknown.first {
      throw Diagnostic(SiteIssue.unknownName(unknown, known: values.names), at: Place(file: "\(name).mustache"))
    }
    return text
  }
}

/// What a page can ask for. The engine leaves out what it has no value for without a word; this notes it. Values are asked
/// for from the inside outward, so that what comes here and is not there is nowhere.
private final class PageValues: MustacheParent {
  private let values: [String: Any]
  private(set) var unknown: [String] = []

  init(_ values: [String: Any]) {
    self.values = values
  }

  var names: [String] { values.keys.sorted() }

  func child(named name: String) -> Any? {
    if let value = values[name] { return value }
    unknown.append(name)
    return nil
  }
}
