import Diagnostics
import Drawing
import Files
import Foundation
import Prefetching

/// What the command line says; nil leaves the project file's value or the default.
package struct ProjectOverrides: Sendable {
  /// Words by the setting's key.
  private var words: [String: [String]] = [:]

  package init() {}

  /// The words of a setting, without commas between them; nil where the command line does not say it.
  package subscript(key: String) -> [String]? {
    get { words[key] }
    set { words[key] = newValue }
  }

  /// Whether it says anything that reaches any of these.
  package func says(_ reach: Setting.Reach) -> Bool {
    Setting.all.contains { words[$0.key] != nil && !$0.reach.isDisjoint(with: reach) }
  }

  /// - Throws: the first value that can't be used, as `Diagnostic`.
  package func apply(to project: Project, environment: Environment) throws(Diagnostic) -> Project {
    var result = project
    for setting in Setting.all {
      guard let words = words[setting.key] else { continue }
      try setting.binding.take(words, setting.option.map { "--\($0.name)" } ?? setting.key, environment.url, &result)
    }
    if words["photoQuality"] != nil, result.encoding == .png {
      throw Diagnostic(ProjectIssue.needsEncoding(key: "--photo-quality"))
    }
    return try result.checked()
  }
}

extension PrefetchWeights {
  /// `photo=1`, `preview=2`, …
  mutating func take(_ words: [String], _ option: String) throws(Diagnostic) {
    let form = SettingForm.number(Self.range)
    for pair in words {
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let text = sides.count == 2 ? sides[1] : pair
      guard let weight = form.read(WrittenValue(word: text) { URL(fileURLWithPath: $0) }) else {
        throw Diagnostic(ProjectIssue.optionValue(option: option, value: text, expected: form.expected))
      }
      guard set(sides[0], to: weight) else {
        let expected = "name=number with one of \(Self.settableNames.joined(separator: ", "))"
        throw Diagnostic(ProjectIssue.optionValue(option: option, value: pair, expected: expected))
      }
    }
  }
}

extension Project {
  /// The same project with duplicates removed, when its values go together.
  fileprivate func checked() throws(Diagnostic) -> Project {
    for photos in photos where !FileSystem.isFolder(photos) {
      throw Diagnostic(ProjectIssue.optionValue(option: "photos", value: photos.path, expected: "a folder"))
    }
    let limit = encoding.longestSide
    if let scale = scales.max(), feedHeight * scale > limit {
      throw Diagnostic(ProjectIssue.pictureTooTall(points: feedHeight, scale: scale, limit: limit))
    }
    var result = self
    result.widths = widths.uniqued()
    result.scales = scales.uniqued().sorted()
    result.themes = ThemeName.inOrder(themes)
    return result
  }
}
