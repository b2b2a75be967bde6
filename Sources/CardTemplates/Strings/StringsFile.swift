import Cards
import DataFormats
import Diagnostics
import Foundation

/// Reads the built-in texts of a language, overridden by those of a project.
package enum StringsFile {
  /// Reads a language's texts.
  ///
  /// - Parameters:
  ///   - stock: All built-in texts.
  ///   - own: The texts that a project replaces, with the same keys. Unknown keys, and slots that the wording doesn't
  ///     have, are errors.
  /// - Returns: No words if a diagnostic is an error.
  package static func read(_ stock: TemplateFile, own: TemplateFile? = nil) -> (Strings?, [Diagnostic]) {
    var diagnostics: [Diagnostic] = []
    do throws(SourceFault) {
      var root = try YAMLSource.read(stock.contents, file: stock.name)
      if let own {
        let layer = try YAMLSource.read(own.contents, file: own.name)
        root = laid(layer, over: root, at: "", &diagnostics)
      }
      guard diagnostics.isEmpty else { return (nil, diagnostics) }
      let file = own?.name ?? stock.name
      return (try JSONSource.decode(Strings.self, from: Data(root.json.utf8), file: file), [])
    } catch {
      return (nil, [Diagnostic(TemplateIssue.source(error.fact), at: error.place)])
    }
  }

  private static func laid(
    _ layer: SourceNode, over base: SourceNode, at path: String, _ diagnostics: inout [Diagnostic]
  ) -> SourceNode {
    guard let members = base.members else {
      let (known, found) = (slots(of: base), slots(of: layer))
      for slot in found.subtracting(known).sorted() {
        diagnostics.append(
          Diagnostic(TemplateIssue.unknownSlot(slot, of: path, known: known.sorted()), at: layer.place))
      }
      if (base.elements == nil) != (layer.elements == nil) || layer.members != nil {
        let expected = base.elements == nil ? "a text" : "a list"
        diagnostics.append(Diagnostic(TemplateIssue.value(expected: expected, found: layer.inWords), at: layer.place))
      } else if let text = layer.text, layer.string == nil, base.string != nil {
        return SourceNode(.string(text), at: layer.place)
      }
      return layer
    }
    guard let own = layer.members else {
      diagnostics.append(Diagnostic(TemplateIssue.value(expected: "a mapping", found: layer.inWords), at: layer.place))
      return base
    }
    var result = members
    for member in own {
      let name = path.isEmpty ? member.key : "\(path).\(member.key)"
      guard let index = result.firstIndex(where: { $0.key == member.key }) else {
        let known = members.map(\.key)
        let issue = TemplateIssue.unknownKey(
          name, suggestion: nearest(to: member.key, among: known), known: known)
        diagnostics.append(Diagnostic(issue, at: member.keyPlace))
        continue
      }
      result[index].value = laid(member.value, over: result[index].value, at: name, &diagnostics)
    }
    return SourceNode(.object(result), at: layer.place)
  }

  /// The slots in braces in a wording: even an unknown one is probably meant as a slot.
  private static func slots(of node: SourceNode) -> Set<String> {
    var found: Set<String> = []
    for piece in (node.string ?? "").split(separator: "{", omittingEmptySubsequences: false).dropFirst() {
      let word = piece.prefix { $0 != "}" }
      if word.endIndex < piece.endIndex, !word.isEmpty, word.allSatisfy(\.isLetter) { found.insert(String(word)) }
    }
    return found
  }
}
