import DataFormats
import Diagnostics
import FeedReading
import Files
import Foundation
import Projects

/// The files that `feedproof init --records` proposes for the user's own data: types with the fields that were found,
/// and templates that show them. The user edits both.
struct RecordsProject {
  private let proposals: [RecordProposal]

  /// The maximum size of the file in bytes, and the number of lines of newline-delimited JSON to examine.
  private static let (sizeLimit, lineLimit) = (256 << 20, 200)

  /// - Parameter shown: The file's name in diagnostics.
  /// - Throws: `Diagnostic` if the file can't be read or contains no entries.
  init(_ file: URL, shown: String) throws(Diagnostic) {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = Array(try RegularFile(file).data(limit: Self.sizeLimit))
    } catch {
      throw error.unreadable(as: shown)
    }
    let whole = FeedDocument(name: shown, bytes: bytes)
    let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: Self.lineLimit).prefix(Self.lineLimit)
      .map { FeedDocument(name: shown, bytes: Array($0)) }
    let documents = lines.count > 1 && lines.first?.isWholeJSON == true ? lines : [whole]
    proposals = RecordProposal.all(of: documents, name: file.lastPathComponent)
    if proposals.isEmpty { throw Diagnostic(InitIssue.noRecords, at: Place(file: shown)) }
  }

  /// The templates with their file names.
  ///
  /// - Parameter tokens: Paths relative to the templates' folder.
  func templates(tokens: [String]) -> [(name: String, text: String)] {
    proposals.map { ($0.type.template, Self.card(of: $0, tokens: tokens)) }
  }

  // MARK: Types

  var types: String {
    let count = proposals[0].count
    let lines = [
      "# The entries of the data and the paths of their values: JSONPath (RFC 9535), starting at the entry.",
      "# Proposed from \(count == 1 ? "one entry" : "\(count) entries"). Edit it as you like.",
      "", "types:",
    ]
    return InputSchema.line("types") + (lines + proposals.flatMap { Self.lines(of: $0) }).joined(separator: "\n") + "\n"
  }

  private static func lines(of proposal: RecordProposal) -> [String] {
    let type = proposal.type
    var lines = ["  \(YAMLText.key(type.name)):"]
    // plain: keys are literals
    func add(_ key: String, _ text: String?) { if let text { lines.append("    \(key): \(YAMLText.scalar(text))") } }
    add("entries", type.entries?.text)
    for condition in type.conditions {
      let values = condition.values.map(YAMLText.scalar).joined(separator: ", ")
      lines.append("    when: {\(YAMLText.quoted(condition.path.text)): \(values)}")
    }
    add("id", type.id?.text)
    add("title", type.title?.text)
    add("time", type.time?.text)
    add("link", type.link?.text)
    if !proposal.leftOut.isEmpty {
      lines.append(
        "    # Skipped, because their values have several kinds: \(proposal.leftOut.map(YAMLText.quoted).listed)")
    }
    if !type.fields.isEmpty { lines.append("    fields:") }
    // A key without a value would be null, not an empty type.
    if lines.allSatisfy({ $0.hasSuffix(":") || $0.hasPrefix("    #") }), type.fields.isEmpty {
      lines[0] += " {}"
    }
    return lines + Self.lines(of: type.fields, indent: "      ", proposal.remarks)
  }

  /// - Parameter remarks: Comments about fields that the user should check, by field name.
  private static func lines(of fields: [RecordField], indent: String, _ remarks: [String: String] = [:]) -> [String] {
    fields.flatMap { field -> [String] in
      let path = YAMLText.scalar(field.path.text)
      let fallback = field.fallback.map { ", fallback: \(YAMLText.scalar($0))" } ?? ""
      let optional = field.isOptional ? ", optional: true" : ""
      let remark = remarks[field.name].map { "  # \(YAMLText.comment($0))" } ?? ""
      func one(_ kind: String, _ more: String = "") -> [String] {
        ["\(indent)\(YAMLText.key(field.name)): {\(kind): \(path)\(more)\(fallback)\(optional)}\(remark)"]
      }
      switch field.form {
      case .text: return one("text")
      case .number: return one("number")
      case .share: return one("share", ", of: [0, 1]")
      case .money(let currency, _, let isMinor):
        let code =
          switch currency {
          case .code(let code): YAMLText.scalar(code)
          case .path(let path): YAMLText.scalar(path.text)
          }
        return one("money", ", currency: \(code)\(isMinor ? ", minor: true" : "")")
      case .date: return one("date")
      case .duration(let unit): return one("duration", ", unit: \(unit.rawValue)")
      case .picture(let parts):
        let size = [("width", parts.width), ("height", parts.height)].map { name, path in
          path.map { ", \(name): \(YAMLText.scalar($0.text))" } ?? ""
        }
        return one("picture", size.joined())
      case .link: return one("link")
      case .flag: return one("flag")
      case .choice(let choices):
        return ["\(indent)\(YAMLText.key(field.name)):", "\(indent)  choice: \(path)"]
          + (field.isOptional ? ["\(indent)  optional: true"] : []) + ["\(indent)  values:"]
          + choices.map { "\(indent)    \(YAMLText.quoted($0.value)): \(YAMLText.quoted($0.label))" }
      case .group(let own):
        return ["\(indent)\(YAMLText.key(field.name)):", "\(indent)  group: \(path)"]
          + (field.isOptional ? ["\(indent)  optional: true"] : []) + ["\(indent)  fields:"]
          + lines(of: own, indent: indent + "    ")
      }
    }
  }

  // MARK: Template

  private static func card(of proposal: RecordProposal, tokens: [String]) -> String {
    let type = proposal.type
    let picture = type.fields.first { $0.isPicture && !$0.isList }
    let fields = type.fields.filter { $0 != picture }
    let body = fields.filter { proposal.longTexts.contains($0.name) && !$0.isList }
    var elements = type.title == nil ? [] : [Self.text("title", "poll-question")]
    // The first of several amounts is likely the current price.
    let amount = fields.first(where: \.isAmount)
    elements += amount.map { [Self.text($0.name, "search", color: "link")] } ?? []
    elements += body.map { Self.text($0.name, "body") }
    elements += fields.filter { $0 != amount && !body.contains($0) }.flatMap(Self.row)
    if type.time != nil { elements.append(Self.text("time", "date", color: "secondary")) }
    if elements.isEmpty { elements = ["- {use: label, text: {literal: \(YAMLText.scalar(type.name))}}"] }
    let photo = picture.map(\.name).map { name in
      """
          - ratio: \(YAMLText.scalar("\(name).ratio"))
            if: \(YAMLText.scalar(name))
            child: {image: \(YAMLText.scalar("\(name).image")), name: \(YAMLText.scalar(name)), placeholder: "{color.placeholder}"}

      """
    }
    return """
      description: A first draft that shows every value of types.yml.
      card: \(YAMLText.scalar(type.name))
      tokens: \(YAMLText.scalars(tokens))

      root:
        stack: vertical
        name: card
        background: {fill: "{color.card}", radius: "{radius.card}", shadow: "{shadow.card}"}
        clip: {radius: "{radius.card}"}
        children:
      \(photo ?? "")    - stack: vertical
            inset: "{space.card}"
            spacing: "{space.row-gap}"
            children:
      \(elements.map { "        " + $0 }.joined(separator: "\n"))

      parts:
        row: {stack: horizontal, spacing: "{space.row-gap}", children: []}
        label: {text: {literal: ""}, name: label, style: "{type.context}", color: "{color.secondary}"}
        value:
          text: {literal: ""}
          name: value
          shrink: 1
          style: "{type.context}"
          color: "{color.text}"
          link: "{color.link}"
        picture:
          image: none
          name: picture
          width: "{size.link-tile}"
          height: "{size.link-tile}"
          clip: {radius: "{radius.tile}"}
          placeholder: "{color.placeholder}"

      """
  }

  private static func text(_ name: String, _ style: String, color: String = "text") -> String {
    // plain: styles and colors are literals
    "- {text: \(YAMLText.scalar(name)), name: \(YAMLText.scalar(name)), style: \"{type.\(style)}\", color: \"{color.\(color)}\", link: \"{color.link}\"}"
  }

  /// The lines of YAML for a label and its value.
  private static func row(_ field: RecordField) -> [String] {
    let name = field.name
    let word = YAMLText.scalar(name)
    let label = "{use: label, text: {literal: \(YAMLText.scalar(words(name)))}"
    func member(_ member: String) -> String { YAMLText.scalar(field.isList ? member : "\(name).\(member)") }
    /// Puts the first values of a list side by side.
    func values(_ element: String, of limit: Int = 12, isWords: Bool = true) -> [String] {
      guard field.isList else {
        // Long text wraps next to its label.
        let (own, other) =
          isWords ? (", maxWidth: \"50%\"", ", grow: 1, align: trailing") : (", grow: 1, shrink: 1", "")
        let row = YAMLText.scalar("\(name)-row")
        // plain: the elements are lines of YAML
        return ["- {use: row, name: \(row), if: \(word), children: [\(label)\(own)}, {\(element)\(other)}]}"]
      }
      return [
        "- use: row", "  name: \(word)", "  if: \(word)", "  wrap: true", "  lineSpacing: \"{space.row-gap}\"",
        // plain: the elements are lines of YAML
        "  children:", "    - \(label)}", "    - {repeat: \(word), limit: \(limit), child: {\(element)}}",
      ]
    }
    switch field.form {
    case .text, .number, .money, .date, .duration, .link:
      return values("use: value, text: \(field.isList ? "." : word)")
    case .choice: return values("use: value, text: \(member("label"))")
    case .picture: return values("use: picture, image: \(member("image"))", of: 4, isWords: false)
    case .flag:
      let icon = "icon: check, name: is, tint: \"{color.link}\", width: \"{size.check}\", height: \"{size.check}\""
      return field.isList ? [] : values(icon, isWords: false)
    case .share: return []
    case .group(let own):
      let texts = own.compactMap(\.shownText).prefix(4).enumerated().map { number, path in
        "{use: value, name: value-\(number), text: \(YAMLText.scalar(path)), grow: 1, basis: 1}"
      }
      guard field.isList, !texts.isEmpty else { return [] }
      return [
        "- stack: vertical", "  name: \(word)", "  if: \(word)", "  spacing: \"{space.name}\"", "  children:",
        "    - repeat: \(word)", "      limit: 8",
        "      child: {use: row, name: line, children: [\(texts.joined(separator: ", "))]}",
      ]
    }
  }

  /// `Price per kilo` from `price-per-kilo`.
  private static func words(_ name: String) -> String {
    let words = name.replacing("-", with: " ")
    return (words.first?.uppercased() ?? "") + words.dropFirst()
  }
}

extension RecordField {
  fileprivate var isAmount: Bool { if case .money = form { !isList } else { false } }
  fileprivate var isPicture: Bool { if case .picture = form { true } else { false } }

  /// The path of the field's text, relative to the value that contains it. Nil for fields without text, and lists.
  fileprivate var shownText: String? {
    switch form {
    case .text, .number, .money, .date, .duration, .link: isList ? nil : name
    case .choice: isList ? nil : "\(name).label"
    case .picture, .flag, .share, .group: nil
    }
  }
}
