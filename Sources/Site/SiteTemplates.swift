import Diagnostics
import Mustache

/// What the site's pages are made of: Mustache templates for HTML and CSS, and modules of JavaScript.
package struct SiteTemplates: Sendable {
  private let library: MustacheLibrary
  /// Templates without a tag, by the names that stand for them in `library`: a parser that looks at each of their
  /// characters takes longer than all else that is done with them.
  private let verbatim: [String: String]
  /// By path.
  private let scripts: [String: String]

  /// The folders of scripts, beside the templates: each page's own, and what both import.
  package static let scriptFolders = ["common", "feed", "chat", "review", "live"]

  /// The pages' own modules, which import the others.
  static let feedScript = "feed/main.js"
  /// What a feed's page loads when its first cards are shown, and when somebody searches.
  static let laterScript = "feed/later.js"
  static let findScript = "feed/find.js"
  /// What shows a photo by itself.
  static let photosScript = "feed/photos.js"
  /// What `?metrics` shows.
  static let metricsScript = "feed/metrics-panel.js"
  static let chatScript = "chat/main.js"
  static let reviewScript = "review/main.js"

  /// Paths that every page needs; a folder of templates that lacks one is an error before anything is written.
  package static let requiredPaths =
    [
      "chats.html.mustache", "chats.css.mustache", "feed.html.mustache", "feed.css.mustache",
      "feed-panels.css.mustache",
      "chat.html.mustache", "chat.css.mustache", "icon.svg.mustache", "review.html.mustache", "review.css.mustache",
    ] + entries

  /// Each page's own, with what it loads later.
  private static let entries = [
    feedScript, laterScript, findScript, photosScript, metricsScript, chatScript, reviewScript,
  ]

  /// - Parameters:
  ///   - files: The tool's texts by path in the folder of page templates: `feed.html.mustache`, `feed/main.js`.
  ///   - own: A project's own, which replace those of the same path.
  /// - Throws: `Diagnostic` for a template that can't be parsed or is missing, and for whatever is wrong with the pages'
  ///   scripts where some of them are not the tool's.
  package init(_ files: [String: String], own: [String: String] = [:]) throws(Diagnostic) {
    let known = Set(files.keys.filter { $0.hasSuffix(".js") })
    let files = files.merging(own) { $1 }
    scripts = files.filter { $0.key.hasSuffix(".js") }
    var texts: [String: String] = [:]
    for (path, text) in files where path.hasSuffix(".mustache") {
      texts[String(path.dropLast(".mustache".count))] = text
    }
    for name in texts.keys.sorted() where name.hasSuffix(".js") {
      throw Diagnostic(
        ScriptIssue.template(now: Self.module(of: name, among: scripts.keys.sorted())),
        at: Place(file: "\(name).mustache"))
    }
    (library, verbatim) = try Self.parsed(texts)
    for path in Self.requiredPaths where files[path] == nil {
      guard path.hasSuffix(".js") else {
        throw Diagnostic(SiteIssue.missingTemplate(name: String(path.dropLast(".mustache".count))))
      }
      throw Diagnostic(ScriptIssue.missing(path, known: scripts.keys.sorted()))
    }
    try checkScripts(own: Set(own.keys.filter { $0.hasSuffix(".js") }), known: known)
  }

  /// What a script is called that was a template in earlier versions: `card.js` was what feed/card.js is,
  /// `review-grid.js` what review/grid.js is.
  private static func module(of name: String, among known: [String]) -> String {
    let isReview = name.hasPrefix("review-") || name == "review.js"
    let file = name == "feed.js" || name == "review.js" ? "main.js" : name.replacing(/^review-/, with: "")
    let path = "\(isReview ? "review" : "feed")/\(file)"
    return known.contains(path) ? path : known.first { $0.hasSuffix("/\(file)") } ?? path
  }

  /// Scripts of a project's own are looked at before anything is drawn; the tool's are looked at by its tests.
  private func checkScripts(own: Set<String>, known: Set<String>) throws(Diagnostic) {
    guard !own.isEmpty else { return }
    var used: Set<String> = []
    for entry in Self.entries {
      used.formUnion(try ScriptBundle(entry, in: scripts).modules.map(\.source.path))
    }
    if let unused = own.subtracting(used).subtracting(known).min() {
      throw Diagnostic(ScriptIssue.unused(unused, known: known.sorted()), at: Place(file: unused))
    }
  }

  private static func parsed(_ texts: [String: String]) throws(Diagnostic) -> (MustacheLibrary, [String: String]) {
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
        throw Diagnostic(SiteIssue.unreadableTemplate(Self.reason(error.error)), at: place)
      } catch {
        throw Diagnostic(SiteIssue.unreadableTemplate(Self.reason(error)), at: Place(file: "\(name).mustache"))
      }
    }
    // The engine leaves an unknown partial out without a word.
    for (file, text) in texts.sorted(by: { $0.key < $1.key }) {
      for name in Self.partials(of: text) where texts[name] == nil {
        throw Diagnostic(SiteIssue.missingTemplate(name: name), at: Place(file: "\(file).mustache"))
      }
    }
    return (library, verbatim)
  }

  private static func reason(_ error: any Error) -> String {
    guard let error = error as? MustacheTemplate.Error else { return "the text ends inside of a tag" }
    return switch error {
    case .sectionCloseNameIncorrect: "a section is closed by another name"
    case .unfinishedName: "a tag is not closed"
    case .expectedSectionEnd: "a section is not closed"
    case .invalidSetDelimiter, .invalidConfigVariableSyntax, .unrecognisedConfigVariable:
      "a tag sets what is not known"
    case .transformAppliedToInheritanceSection, .illegalTokenInsideInheritSection, .textInsideInheritSection:
      "a block of another template holds what it can't"
    }
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

  /// The script that a page loads: its own module and all that it imports.
  ///
  /// - Throws: `Diagnostic` for whatever is wrong with one of them.
  func script(_ entry: String) throws(Diagnostic) -> String { try ScriptBundle(entry, in: scripts).text }

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
