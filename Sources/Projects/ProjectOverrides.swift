import Cards
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

  /// Whether nothing but these settings is said.
  package func isOnly(_ keys: Set<String>) -> Bool { words.keys.allSatisfy(keys.contains) }

  /// The language that the command line asks for; nil where it asks for none.
  package func language(in environment: Environment) throws(Diagnostic) -> Language? {
    guard self["locale"] != nil else { return nil }
    var own = ProjectOverrides()
    own["locale"] = self["locale"]
    let folder = environment.url(".")
    return try own.apply(to: Project(folder: folder, feeds: [], output: folder), environment: environment).locale
  }

  package func says(anythingReaching reach: Setting.Reach) -> Bool {
    Setting.all.contains { words[$0.key] != nil && $0.reach.contains(reach) }
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

extension Project {
  /// The project that the command line's inputs and flags mean.
  ///
  /// One folder with a `feedproof.yml` is a project; anything else is a list of feed files and folders, with defaults.
  /// - Throws: `DiagnosticList` with everything that is wrong in the project file or the flags.
  package static func load(
    inputs: [String], overrides: ProjectOverrides, environment: Environment
  ) throws(DiagnosticList) -> Project {
    if inputs.isEmpty, !FileSystem.exists(environment.url(ProjectFile.name)) {
      throw DiagnosticList([Diagnostic(ProjectIssue.inputMissing)])
    }
    let inputs = inputs.isEmpty ? ["."] : inputs
    let urls = inputs.map(environment.url)
    for (path, url) in zip(inputs, urls) where !FileSystem.exists(url) {
      throw DiagnosticList([Diagnostic(ProjectIssue.noSuchInput, at: Place(file: path))])
    }
    var project = try projectFile(of: urls, environment) ?? bare(urls, environment)
    do {
      project = try overrides.apply(to: project, environment: environment)
    } catch {
      throw DiagnosticList([error])
    }
    return project
  }

  /// The project in whose folder a file lies, or in whose folders; nil where there is none near, or none that can be read.
  package static func holding(_ file: URL, in environment: Environment) -> Project? {
    var folder = file.standardizedFileURL.deletingLastPathComponent()
    for _ in 0..<4 where folder.path != "/" {
      if FileSystem.exists(folder.appendingPathComponent(ProjectFile.name)) {
        return try? projectFile(of: [folder], environment)
      }
      folder.deleteLastPathComponent()
    }
    return nil
  }

  /// The project file that the command line's inputs mean, where there is one.
  package static func file(of inputs: [String], in environment: Environment) -> URL? {
    file(of: (inputs.isEmpty ? ["."] : inputs).map(environment.url))
  }

  private static func file(of urls: [URL]) -> URL? {
    guard urls.count == 1, let url = urls.first else { return nil }
    let file = url.lastPathComponent == ProjectFile.name ? url : url.appendingPathComponent(ProjectFile.name)
    return FileSystem.exists(file) ? file : nil
  }

  private static func projectFile(of urls: [URL], _ environment: Environment) throws(DiagnosticList) -> Project? {
    guard let file = file(of: urls) else { return nil }
    let text: String
    do throws(FileError) {
      text = try environment.texts.text(of: file)
    } catch {
      throw DiagnosticList([error.unreadable(as: environment.shownPath(file))])
    }
    return try ProjectFile.read(
      text, in: file.deletingLastPathComponent(), called: environment.shownPath(file), texts: environment.texts)
  }

  private static func bare(_ urls: [URL], _ environment: Environment) -> Project {
    let folder =
      urls.first.map { FileSystem.isFolder($0) ? $0 : $0.deletingLastPathComponent() } ?? environment.workingFolder
    return Project(
      folder: folder, feeds: urls, output: environment.workingFolder.appendingPathComponent("output"))
  }
}
