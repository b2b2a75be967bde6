import DataFormats
import Foundation
import Prefetching

/// Edits values in the text of a project file.
package struct ProjectFileEdit {
  private let text: String
  private let file: String

  package init(_ text: String, file: String = ProjectFile.name) { (self.text, self.file) = (text, file) }

  /// Returns the text with `prefetchBudget` and `prefetchWeights` set to `wanted`.
  ///
  /// - Returns: Nil if the file can only be edited by hand, e.g. because of anchors; nothing is changed then.
  package func setting(_ wanted: PrefetchWeights) -> String? {
    guard let present = prefetch(of: text) else { return nil }
    var values: [YAMLEdit.Value] = []
    if wanted.budget != present.budget {
      values.append(YAMLEdit.Value("prefetchBudget", written: Self.number(wanted.budget)))
    }
    for (name, path) in PrefetchWeights.names where wanted[keyPath: path] != present[keyPath: path] {
      values.append(YAMLEdit.Value("prefetchWeights", name, written: Self.number(wanted[keyPath: path])))
    }
    let edited = YAMLEdit(text, file: file).setting(values, adding: .onOneLine)
    return edited.flatMap { prefetch(of: $0) == wanted ? $0 : nil }
  }

  private func prefetch(of text: String) -> PrefetchWeights? {
    (try? ProjectFile.read(text, in: URL(fileURLWithPath: "/", isDirectory: true), called: file))?.prefetch
      ?? unreadable(text)
  }

  /// Reads only these two keys of a file whose other values are unusable here, e.g. patterns of feeds in other places.
  private func unreadable(_ text: String) -> PrefetchWeights? {
    let members = (try? YAMLSource.read(text, file: file))?.members ?? []
    var weights = PrefetchWeights()
    for member in members {
      if member.key == "prefetchBudget" {
        guard let budget = member.value.number else { return nil }
        weights.budget = budget
      }
      for weight in member.key == "prefetchWeights" ? member.value.members ?? [] : [] {
        guard let number = weight.value.number, weights.set(weight.key, to: number) else { return nil }
      }
    }
    return weights
  }

  /// Formats `12`, `0.25`.
  private static func number(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : String(value)
  }
}
