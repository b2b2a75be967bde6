import DataFormats
import ImageComparison

/// One change of a design, and how to revert it.
package struct DesignChange: Sendable {
  enum Part: Sendable {
    /// A token of a theme and its earlier definition; nil if the token is new.
    case token(theme: String, path: String, was: SourceNode?)
    /// An edit of a file, by its index among the file's edits.
    case edit(file: String, index: Int)
    /// A project setting, by its key.
    case option(String)
  }

  package var cause: Cause
  var parts: [Part]

  /// Returns whether the change may affect cards of a theme.
  package func concerns(theme: String) -> Bool {
    parts.contains { part in if case .token(let own, _, _) = part { own == theme } else { true } }
  }
}

extension DesignChange {
  /// Creates the change for an edit of a template or of the icons.
  init(_ edit: SourceDifference.Edit, index: Int, of file: String) {
    let line = edit.place.position.flatMap { if case .line(let line, column: _) = $0 { line } else { nil } }
    let place = line.map { "\(file):\($0)" } ?? file
    let key = edit.path.split(separator: "/").last.map(String.init) ?? ""
    let isIcon = file == Self.icons
    let title =
      switch edit.kind {
      case .changed where isIcon && edit.path.hasPrefix("icons/"): "\(place): the drawing of icon \(key) changed"
      case .changed(let old, let new): "\(place): \(key) \(Self.shown(old)) → \(Self.shown(new))"
      case .added(let new): "\(place): added \(Self.shown(new))"
      case .removed(let old): "\(place): removed \(Self.shown(old))"
      case .replaced(let old, let new): "\(place): \(Self.shown(old)) → \(Self.shown(new))"
      case .moved: "\(place): moved \(key)"
      }
    cause = Cause(
      isIcon ? .icon : .template, title: title, identity: "\(file)\n\(edit.path)\n\(edit.kind)",
      fact: isIcon && edit.path.hasPrefix("icons/") ? .icon(name: key) : Self.fact(of: edit, in: file))
    parts = [.edit(file: file, index: index)]
  }

  private static func fact(of edit: SourceDifference.Edit, in file: String) -> CauseFact {
    let steps = edit.path.split(separator: "/").map(String.init)
    func template(_ kind: CauseFact.Edit, _ key: String = "", _ old: String? = nil, _ new: String? = nil) -> CauseFact {
      // The nearest element with a name.
      let around = key.isEmpty ? steps[...] : steps.dropLast()
      return .template(
        part: around.last(where: isName), file: file, key: key, edit: kind,
        value: CauseFact.Value(old: old.map(plain), new: new.map(plain)))
    }
    return switch edit.kind {
    case .changed(let old, let new): template(.changed, steps.last ?? "", old, new)
    case .added(let new): template(.added, "", nil, new)
    case .removed(let old): template(.removed, "", old)
    case .replaced(let old, let new): template(.replaced, "", old, new)
    case .moved: template(.moved)
    }
  }

  /// Returns whether a step of an edit's path is the name of an element, not a container or a part.
  private static func isName(_ step: String) -> Bool {
    let kinds: Set<String> = [
      "root", "child", "children", "column", "row", "stack", "overlay", "items", "with", "parts", "cards", "body",
      "spacer", "shape", "background", "fill",
    ]
    return !kinds.contains(step.split(separator: " ").first.map(String.init) ?? step) && Int(step) == nil
  }

  /// Returns a value of a template without the markup of the template language.
  private static func plain(_ json: String) -> String {
    // By Character because people read it: a leftover brace does no harm.
    shown(json).replacing("{", with: "").replacing("}", with: "")
  }

  /// The name of the icons' file.
  static let icons = "icons.yml"

  /// Returns JSON for people: without quotes, and shortened.
  private static func shown(_ json: String) -> String {
    // By Character because people read it: a leftover quote does no harm.
    let text = json.replacing("\"", with: "").replacing(",", with: ", ").replacing(":", with: ": ")
    return text.count > 72 ? "\(text.prefix(60))…" : text
  }
}
