import Basics
import DataFormats
import Diagnostics
import Files
import Mustache

/// The sources of the site's pages: Mustache templates for HTML and CSS, and JavaScript modules.
package struct SiteTemplates: Sendable {
  /// Texts by name, without `.mustache`.
  private let texts: [String: String]
  /// Scripts by path.
  private let scripts: [String: String]
  /// Snowball programs and their license, by path.
  private let programs: [String: String]
  /// The digest of all texts, since each may change the pages.
  package let key: Digest

  /// The folders of scripts next to the templates: those of each page, and shared ones.
  package static let scriptFolders = ["common", "feed", "chat", "review", "live", "start", "stems"]

  /// Whether a file in these folders is used for pages: a script, or a Snowball program or its license.
  package static func isPart(_ name: String) -> Bool { isScript(name) || isProgram(name) }

  private static func isScript(_ name: String) -> Bool { name.hasSuffix(".js") }
  private static func isProgram(_ name: String) -> Bool { name.hasSuffix(".sbl") || name.hasSuffix("snowball.txt") }

  /// The style sheet with the letters of the pages' own words.
  static let typeface = "typeface.css"
  /// The entry modules of the pages, which import the others.
  package static let feedScript = "feed/main.js"
  /// Loaded by a feed's page after its first cards are displayed, and for a search.
  static let laterScript = "feed/later.js"
  static let findScript = "feed/find.js"
  /// The photo viewer.
  static let photosScript = "feed/photos.js"
  /// The panel for `?metrics`.
  static let metricsScript = "feed/metrics-panel.js"
  /// Draws cards if the page does.
  static let drawnScript = "feed/drawn.js"
  static let chatScript = "chat/main.js"
  static let reviewScript = "review/main.js"
  /// The measuring tool that `?review` adds to the page of a compared feed.
  static let measuresScript = "feed/box-measuring.js"
  static let startScript = "start/main.js"
  /// Runs Snowball programs.
  static let stemsScript = "stems/main.js"

  /// The paths that every page needs; a folder of templates without one is an error before anything is written.
  package static let requiredPaths =
    [
      "chats.html.mustache", "chats.css.mustache", "chats-missing.html.mustache",
      "feed.html.mustache", "feed.css.mustache",
      "feed-panels.css.mustache",
      "chat.html.mustache", "chat.css.mustache", "missing.html.mustache", "missing.css.mustache",
      "kit.css.mustache", "kit-roles.css.mustache", "kit-data.css.mustache", "kit-first.css.mustache",
      "kit-controls.css.mustache", "typeface.css.mustache",
      "icon.svg.mustache", "review.html.mustache",
      "review.css.mustache",
    ] + entries + StemPrograms.paths

  /// The entry module of each page, and the modules that it loads later.
  private static let entries = [
    feedScript, laterScript, findScript, photosScript, metricsScript, drawnScript, chatScript, reviewScript,
    measuresScript, startScript, stemsScript,
  ]

  /// - Parameters:
  ///   - files: The tool's texts by path in the folder of page templates: `feed.html.mustache`, `feed/main.js`.
  ///   - own: The project's own texts, which replace those with the same path.
  ///   - hasReview: Whether they must also suffice for a review.
  /// - Throws: `Diagnostic` for a template that is missing or can't be parsed, and for problems with the pages' scripts
  ///   if some are the project's own.
  package init(
    _ files: [String: String], own: [String: String] = [:], hasReview: Bool = true
  ) throws(Diagnostic) {
    let known = Set(files.keys.filter(Self.isPart))
    let files = files.merging(own) { $1 }
    scripts = files.filter { Self.isScript($0.key) }
    programs = files.filter { Self.isProgram($0.key) }
    var texts: [String: String] = [:]
    for (path, text) in files where path.hasSuffix(".mustache") {
      texts[String(path.dropLast(".mustache".count))] = text
    }
    for name in texts.keys.sorted() where name.hasSuffix(".js") {
      throw Diagnostic(
        ScriptIssue.template(now: Self.module(of: name, among: scripts.keys.sorted())),
        at: Place(file: "\(name).mustache"))
    }
    self.texts = texts
    key = Digest(of: files.sorted { $0.key < $1.key }.map { "\($0.key) \(FNV1a64(of: $0.value).value)\n" }.joined())
    // The tool's own templates are parsed on demand: its tests cover all of them.
    if own.keys.contains(where: { $0.hasSuffix(".mustache") }) { _ = try parsed(texts.keys.sorted()) }
    for path in Self.requiredPaths where files[path] == nil && (hasReview || !path.hasPrefix("review")) {
      guard Self.isPart(path) else {
        throw Diagnostic(SiteIssue.missingTemplate(name: String(path.dropLast(".mustache".count))))
      }
      throw Diagnostic(ScriptIssue.missing(path, known: known.sorted()))
    }
    try checkScripts(own: Set(own.keys.filter(Self.isPart)), known: known)
  }

  /// Returns the script that replaced a template of earlier versions: feed/card.js for `card.js`, review/grid.js for
  /// `review-grid.js`.
  private static func module(of name: String, among known: [String]) -> String {
    let isReview = name.hasPrefix("review-") || name == "review.js"
    let file = name == "feed.js" || name == "review.js" ? "main.js" : name.replacing(/^review-/, with: "")
    let path = "\(isReview ? "review" : "feed")/\(file)"
    return known.contains(path) ? path : known.first { $0.hasSuffix("/\(file)") } ?? path
  }

  /// Checks a project's own scripts before anything is drawn; the tool's scripts are checked by its tests.
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

  /// Returns parsed templates including all their partials.
  private func parsed(_ names: [String]) throws(Diagnostic) -> PageLibrary {
    PageText.register
    var library = PageLibrary()
    var (waiting, known) = (names, Set(names))
    while !waiting.isEmpty {
      let name = waiting.removeFirst()
      guard let text = texts[name] else { throw Diagnostic(SiteIssue.missingTemplate(name: name)) }
      do {
        try library.register(text, named: name)
      } catch let error as MustacheTemplate.ParserError {
        let place = Place.line(error.context.lineNumber, column: error.context.columnNumber, in: "\(name).mustache")
        throw Diagnostic(SiteIssue.unreadableTemplate(Self.reason(error.error)), at: place)
      } catch {
        throw Diagnostic(SiteIssue.unreadableTemplate(Self.reason(error)), at: Place(file: "\(name).mustache"))
      }
      for part in Self.partials(of: text) {
        // The engine silently ignores unknown partials.
        guard texts[part] != nil else {
          throw Diagnostic(SiteIssue.missingTemplate(name: part), at: Place(file: "\(name).mustache"))
        }
        if known.insert(part).inserted { waiting.append(part) }
      }
    }
    return library
  }

  private static func reason(_ error: any Error) -> String {
    guard let error = error as? MustacheTemplate.Error else { return "the text ends inside a tag" }
    return switch error {
    case .sectionCloseNameIncorrect: "a section is closed with a different name"
    case .unfinishedName: "a tag is not closed"
    case .expectedSectionEnd: "a section is not closed"
    case .invalidSetDelimiter, .invalidConfigVariableSyntax, .unrecognisedConfigVariable:
      "a tag sets an unknown option"
    case .transformAppliedToInheritanceSection, .illegalTokenInsideInheritSection, .textInsideInheritSection:
      "a parent block contains unsupported content"
    }
  }

  private static func partials(of text: String) -> [String] {
    text.utf8.ends(of: "{{>").compactMap { start in
      text[start...].firstIndex(of: "}").map { text[start..<$0].filter { $0 != " " } }
    }
  }

  /// Returns the bundled script of a page: its entry module and all imports.
  ///
  /// - Throws: `Diagnostic` for any problem with one of them.
  package func script(_ entry: String) throws(Diagnostic) -> String { try ScriptBundle(entry, in: scripts).text }

  /// Returns the files that a page in a language loads for a search besides the index.
  func stemFiles(ofPageIn language: String) throws(Diagnostic) -> [(path: String, text: String)] {
    StemPrograms.files(ofPageIn: language, runner: try script(Self.stemsScript)) { programs[$0] ?? "" }
  }

  /// - Throws: `Diagnostic` if the template doesn't exist, or if it refers to a missing value.
  package func render(_ values: [String: Any], with name: String) throws(Diagnostic) -> String {
    let library = try parsed([name])
    let page = PageValues(values, library.verbatim)
    guard let text = library.templates.render(page, withTemplate: name) else {
      throw Diagnostic(SiteIssue.missingTemplate(name: name))
    }
    if let unknown = page.unknown.first {
      throw Diagnostic(SiteIssue.unknownName(unknown, known: values.keys.sorted()), at: Place(file: "\(name).mustache"))
    }
    return name.hasSuffix(".css") ? CompactStyle.text(text) : text
  }
}

/// Escapes `{{…}}` in pages. The engine's own escaping works by Character and misses a `<` that is joined to a
/// combining mark or U+0600.
private struct PageText: MustacheContentType {
  /// Precedes every template and every partial, since the engine otherwise uses its own content type for partials.
  static let mark = "{{% CONTENT_TYPE: HTML}}\n"
  /// Replaces the engine's content type also for templates that select it by name.
  static let register: Void = MustacheContentTypes.register(PageText(), named: "HTML")

  func escapeText(_ text: String) -> String { Markup.html(text) }
}

/// Parsed templates. The engine's parser reads each character several times, so that parsing a style sheet with a few
/// tags would dominate the time for a page. Lines without tags are therefore passed as values.
private struct PageLibrary {
  private(set) var templates = MustacheLibrary()
  /// Lines by placeholder name.
  private(set) var verbatim: [String: String] = [:]

  mutating func register(_ text: String, named name: String) throws {
    if let short = shortened(text), (try? templates.register(PageText.mark + short, named: name)) != nil { return }
    // Register it even if malformed, so that errors refer to places in the whole text.
    _ = try MustacheTemplate(string: text)
    try templates.register(PageText.mark + text, named: name)
  }

  /// Returns nil if lines can't be classified on their own: a tag spans lines, changes delimiters, or indents a
  /// partial.
  private mutating func shortened(_ text: String) -> String? {
    var (output, run) = ("", [Substring]())
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for line in lines.dropLast() {
      let starts = line.ends(of: "{{")
      if starts.isEmpty {
        run.append(Substring(line))
        continue
      }
      let isWhole = starts.count <= line.ends(of: "}}").count
      guard isWhole, line.ends(of: "{{=").isEmpty, line.first != UInt8(ascii: " ") || line.ends(of: "{{>").isEmpty
      else { return nil }
      end(&run, in: &output)
      output += "\(Substring(line))\n"
    }
    end(&run, in: &output)
    return output + (lines.last.map { String(Substring($0)) } ?? "")
  }

  private mutating func end(_ run: inout [Substring], in output: inout String) {
    guard !run.isEmpty else { return }
    let key = "verbatim\(verbatim.count)"
    verbatim[key] = run.joined(separator: "\n")
    output += "{{{\(key)}}}\n"
    run = []
  }
}

extension BidirectionalCollection<UInt8> {
  /// Returns the ends of all occurrences of a mark in the bytes.
  fileprivate func ends(of mark: StaticString) -> [Index] {
    var ends: [Index] = []
    mark.withUTF8Buffer { mark in
      var matched = 0
      for index in indices {
        let byte = self[index]
        matched = byte == mark[matched] ? matched + 1 : (byte == mark[0] ? 1 : 0)
        guard matched == mark.count else { continue }
        ends.append(self.index(after: index))
        matched = 0
      }
    }
    return ends
  }
}

/// The values of a page. The engine silently omits missing values; this class records them. Values are looked up from
/// the innermost scope outward, so a value that is missing here doesn't exist.
private final class PageValues: MustacheParent {
  private let values: [String: Any]
  private let verbatim: [String: String]
  private(set) var unknown: [String] = []

  init(_ values: [String: Any], _ verbatim: [String: String]) {
    (self.values, self.verbatim) = (values, verbatim)
  }

  func child(named name: String) -> Any? {
    if let value = values[name] ?? verbatim[name] { return value }
    unknown.append(name)
    return nil
  }
}
