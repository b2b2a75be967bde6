import Cards
import Diagnostics
import Drawing
import Files
import Foundation
import Prefetching

/// The settings of the command line; nil keeps the project file's value or the default.
package struct ProjectOverrides: Sendable {
  /// The words by the setting's key.
  private var words: [String: [String]] = [:]

  package init() {}

  /// The words of a setting, split at commas; nil if it isn't on the command line.
  package subscript(key: String) -> [String]? {
    get { words[key] }
    set { words[key] = newValue }
  }

  /// The keys of the settings that are given.
  package var keys: Set<String> { Set(words.keys) }

  /// Returns the language on the command line; nil if there is none.
  package func language(in environment: Environment) throws(Diagnostic) -> Language? {
    guard self["locale"] != nil else { return nil }
    var own = ProjectOverrides()
    own["locale"] = self["locale"]
    let folder = environment.url(".")
    return try own.apply(to: Project(folder: folder, feeds: [], output: folder), environment: environment).locale
  }

  package func says(anythingReaching reach: Setting.ChangeScope) -> Bool {
    Setting.all.contains { words[$0.key] != nil && $0.reach.contains(reach) }
  }

  /// - Throws: The first invalid value, as a `Diagnostic`.
  package func apply(to project: Project, environment: Environment) throws(Diagnostic) -> Project {
    var result = project
    if !keys.isDisjoint(with: ["widths", "scales", "themes"]) {
      // Screens on the command line replace those of the project file.
      (result.screens, result.combinations) = ([], nil)
    }
    for setting in Setting.all {
      guard let words = words[setting.key] else { continue }
      try setting.binding.take(words, setting.option.map { "--\($0.name)" } ?? setting.name, environment.url, &result)
    }
    if words["photoQuality"] != nil, result.encoding == .png {
      throw Diagnostic(ProjectIssue.needsEncoding(key: "--photo-quality"))
    }
    return try result.checked()
  }
}

extension PrefetchWeights {
  /// Parses `photo=1`, `preview=2`, ….
  mutating func take(_ words: [String], _ option: String) throws(Diagnostic) {
    let form = SettingSyntax.number(Self.range)
    for pair in words {
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let text = sides.count == 2 ? sides[1] : pair
      guard let weight = form.read(ScalarValue(word: text) { URL(fileURLWithPath: $0) }) else {
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
  /// Returns the project without duplicates, after checking that its values are compatible.
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
  /// Loads the project for the command line's inputs and flags.
  ///
  /// A single folder with a `feedproof.yml` is a project; anything else is a list of feed files and folders, with
  /// defaults.
  /// - Throws: `DiagnosticList` with all problems in the project file or the flags.
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

  /// Returns the project in an enclosing folder of a file; nil if there is no readable one nearby.
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

  /// Returns the project file for the command line's inputs, if there is one.
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
