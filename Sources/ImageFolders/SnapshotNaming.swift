import Foundation

/// How a snapshot testing tool names old and new images in one folder.
struct SnapshotNaming: Sendable {
  /// A part of a path in addition to the image's own name.
  enum Mark: Hashable, Sendable {
    /// A folder, or several nested ones; `*` matches any name.
    case folder(String)
    /// At the end of the file's name, before the extension.
    case suffix(String)
    /// At the start of the file's name.
    case prefix(String)
    /// Within the file's name: a word between two marks, which becomes a single mark.
    case infix(String)
  }

  enum Side: Hashable, Sendable { case before, after }

  /// How a tool numbers the attempts of a test that it runs again after a failure.
  enum AttemptMark: Hashable, Sendable {
    /// A suffix of a folder's name, followed by the number of the retry: `checkout-chromium-retry1`.
    case folderSuffix(String)
    /// A number at the end of the file's name, from this one on: `chrome~current_0`.
    case trailingNumber(first: Int)
  }

  /// The tool's name, for people.
  var tool: String
  /// The marks of an old image, which must all occur. If empty, every image without other marks is old.
  var before: [Mark]
  var after: [Mark]
  /// The marks of differences and of sheets of several images; one suffices.
  var aside: [Mark]
  /// The marks of sheets that the tool also draws for images that don't differ.
  var annotations: [Mark] = []
  /// Whether the tool writes new images only for failures. If so, an old image without a new one passed.
  var tellsFailures = true
  /// The number of trailing path components that identify an image; nil for all.
  var names: Int?
  /// The mark of attempts besides Cypress's ` (attempt 2)`; nil if the tool has none.
  var attempts: AttemptMark?

  /// Tools with unambiguous marks come first.
  static let all = [
    SnapshotNaming(
      tool: "Playwright", before: [.suffix("-expected")], after: [.suffix("-actual")],
      aside: [.suffix("-diff"), .suffix("-previous")], attempts: .folderSuffix("-retry")),
    SnapshotNaming(
      tool: "Flutter", before: [.suffix("_masterImage")], after: [.suffix("_testImage")],
      aside: [.suffix("_isolatedDiff"), .suffix("_maskedDiff")]),
    SnapshotNaming(
      tool: "jest-image-snapshot", before: [.folder("__image_snapshots__"), .suffix("-snap")],
      after: [.folder("__image_snapshots__/__received_output__"), .suffix("-received")],
      aside: [.folder("__diff_output__"), .suffix("-diff")]),
    SnapshotNaming(
      tool: "BackstopJS", before: [.folder("bitmaps_reference")], after: [.folder("bitmaps_test/*")],
      aside: [.prefix("failed_diff_")], tellsFailures: false),
    SnapshotNaming(
      tool: "swift-snapshot-testing", before: [.folder("__Snapshots__")], after: [], aside: [], names: 2),
    SnapshotNaming(
      tool: "iOSSnapshotTestCase", before: [.prefix("reference_")], after: [.prefix("failed_")],
      aside: [.prefix("diff_")]),
    SnapshotNaming(
      tool: "Paparazzi", before: [.folder("snapshots/images")], after: [.folder("failures")],
      aside: [.prefix("delta-")],
      names: 1),
    SnapshotNaming(
      tool: "Lost Pixel", before: [.folder("baseline")], after: [.folder("current")], aside: [.folder("difference")],
      tellsFailures: false),
    SnapshotNaming(
      tool: "Loki", before: [.folder("reference")], after: [.folder("current")], aside: [.folder("difference")],
      tellsFailures: false),
    SnapshotNaming(
      tool: "reg-cli", before: [.folder("expected")], after: [.folder("actual")], aside: [.folder("diff")],
      tellsFailures: false),
    SnapshotNaming(
      tool: "cypress-image-diff", before: [.folder("baseline")], after: [.folder("comparison")],
      aside: [.folder("diff")], tellsFailures: false),
    SnapshotNaming(
      tool: "cypress-visual-regression", before: [.folder("base")], after: [.folder("actual")],
      aside: [.folder("diff")], tellsFailures: false),
    SnapshotNaming(
      tool: "WebdriverIO", before: [.folder("baseline")], after: [.folder("actual")], aside: [.folder("diff")],
      tellsFailures: false),
    SnapshotNaming(
      tool: "cypress-plugin-visual-regression-diff", before: [], after: [.suffix(".actual")],
      aside: [.suffix(".diff")]),
    SnapshotNaming(
      tool: "Vitest", before: [.infix("-reference-")], after: [.infix("-actual-")], aside: [.infix("-diff-")]),
    SnapshotNaming(
      tool: "Creevey", before: [.infix("-expect-")], after: [.infix("-actual-")], aside: [.infix("-diff-")],
      attempts: .trailingNumber(first: 1)),
    SnapshotNaming(
      tool: "Testplane", before: [.infix("~ref_")], after: [.infix("~current_")], aside: [.infix("~diff_")],
      attempts: .trailingNumber(first: 0)),
    SnapshotNaming(
      tool: "Compose Preview", before: [.folder("src/*/screenshotTest/reference")],
      after: [.folder("build/outputs/screenshotTest-results/preview/*/rendered")],
      aside: [.folder("build/outputs/screenshotTest-results/preview/*/diffs")], tellsFailures: false),
    SnapshotNaming(
      tool: "Compose Preview", before: [.folder("src/*/reference")],
      after: [.folder("build/outputs/screenshotTest-results/preview/*/rendered")],
      aside: [.folder("build/outputs/screenshotTest-results/preview/*/diffs")], tellsFailures: false),
    SnapshotNaming(
      tool: "Shot", before: [.folder("screenshots")], after: [.folder("build/reports/shot/*/verification/images")],
      aside: [.folder("build/reports/shot/*/verification/images/recorded"), .prefix("diff_")], tellsFailures: false),
    SnapshotNaming(
      tool: "Roborazzi", before: [], after: [.suffix("_actual")], aside: [.suffix("_compare"), .suffix(".annotated")],
      annotations: [.suffix(".annotated")]),
  ]

  /// - Returns: The side of an image, and its path without marks; nil for an ignored image.
  func place(of path: String) -> (side: Side, key: String)? {
    if aside.contains(where: { $0.removed(from: path) != nil }) { return nil }
    if !after.isEmpty, let key = Self.key(path, after) { return (.after, known(key)) }
    if !before.isEmpty, let key = Self.key(path, before) { return (.before, known(key)) }
    return before.isEmpty ? (.before, known(path)) : after.isEmpty ? (.after, known(path)) : nil
  }

  /// Returns a path without its attempt, and the number of earlier attempts: 0 for the first one.
  func attempt(of path: String) -> (path: String, number: Int) {
    if let mark = path.stem.range(of: #" \(attempt [0-9]{1,4}\)$"#, options: .regularExpression) {
      let number = Int(path.stem[mark].filter(\.isNumber)) ?? 1
      // bounded: four digits at most
      return (path.stem[..<mark.lowerBound] + path.ending, max(0, number - 1))
    }
    switch attempts {
    case .folderSuffix(let suffix)?:
      var names = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      for index in names.indices.dropLast() {
        guard let place = names[index].range(of: suffix, options: .backwards),
          let number = Int(names[index][place.upperBound...]), number > 0, place.lowerBound > names[index].startIndex
        else { continue }
        names[index] = String(names[index][..<place.lowerBound])
        return (names.joined(separator: "/"), number)
      }
    case .trailingNumber(let first)?:
      let digits = path.stem.reversed().prefix(while: \.isNumber).count
      if digits > 0, let number = Int(path.stem.suffix(digits)), number >= first {
        // bounded: not below the first number
        return (path.stem.dropLast(digits) + String(first) + path.ending, number - first)
      }
    case nil: break
    }
    return (path, 0)
  }

  /// Returns the folder of an image in a later attempt; nil if attempts don't have their own folders.
  func folder(of path: String, attempt: Int) -> String? {
    guard case .folderSuffix(let suffix)? = attempts, let slash = path.lastIndex(of: "/") else { return nil }
    return path[..<slash] + (attempt == 0 ? "" : "\(suffix)\(attempt)")
  }

  /// Returns the key of the pair whose difference a sheet shows; nil if the path is no such sheet.
  func keyOfPair(ofSheet path: String) -> String? {
    guard aside.contains(where: { $0.removed(from: path) != nil }),
      !annotations.contains(where: { $0.removed(from: path) != nil })
    else { return nil }
    return attempt(of: known((aside + after + before).reduce(path) { path, mark in mark.removed(from: path) ?? path }))
      .path
  }

  private static func key(_ path: String, _ marks: [Mark]) -> String? {
    marks.reduce(path as String?) { path, mark in path.flatMap(mark.removed) }
  }

  private func known(_ key: String) -> String {
    names.map { key.split(separator: "/").suffix($0).joined(separator: "/") } ?? key
  }

  /// Returns the path that the old image of a new one would have, with the marks exchanged.
  func before(of after: String) -> String {
    if before.isEmpty { return Self.key(after, self.after) ?? after }
    var path = after
    for mark in before {
      switch mark {
      case .suffix(let suffix):
        if case .suffix(let own)? = self.after.first(where: { if case .suffix = $0 { true } else { false } }) {
          path = Mark.suffix(own).removed(from: path) ?? path
        }
        path = path.stem + suffix + path.ending
      case .infix(let infix):
        for case .infix(let own) in self.after { path = Mark.infix(own).replaced(in: path, by: infix) ?? path }
      case .prefix(let prefix):
        for case .prefix(let own) in self.after { path = Mark.prefix(own).removed(from: path) ?? path }
        path = path.folder + prefix + path.dropFirst(path.folder.count)
      case .folder(let folder):
        if case .folder(let own)? = self.after.first(where: { if case .folder = $0 { true } else { false } }) {
          path = Mark.folder(own).replaced(in: path, by: folder) ?? "\(folder)/\(path)"
        } else {
          path = "\(folder)/\(known(path))"
        }
      }
    }
    return path
  }
}

extension SnapshotNaming.Mark {
  /// Returns the path without the mark; nil if the mark doesn't occur.
  func removed(from path: String) -> String? {
    switch self {
    case .suffix(let suffix):
      path.stem.hasSuffix(suffix) && path.stem.count > suffix.count
        ? String(path.stem.dropLast(suffix.count)) + path.ending : nil
    case .prefix(let prefix):
      path.dropFirst(path.folder.count).hasPrefix(prefix)
        ? path.folder + path.dropFirst(path.folder.count + prefix.count) : nil
    case .folder: replaced(in: path, by: "")
    case .infix: replaced(in: path, by: "-")
    }
  }

  func replaced(in path: String, by other: String) -> String? {
    if case .infix(let infix) = self {
      let name = path.dropFirst(path.folder.count)
      guard let place = name.ranges(of: infix).last else { return nil }
      return path.folder + name[..<place.lowerBound] + other + name[place.upperBound...]
    }
    guard case .folder(let folder) = self else { return nil }
    let (names, wanted) = (path.split(separator: "/"), folder.split(separator: "/"))
    guard names.count > wanted.count else { return nil }
    for start in 0..<names.count - wanted.count
    where zip(names[start...], wanted).allSatisfy({ $1 == "*" || $0 == $1 }) {
      let rest = names[..<start] + other.split(separator: "/") + names[(start + wanted.count)...]
      return rest.joined(separator: "/")
    }
    return nil
  }
}

extension String {
  /// The folder's path with a trailing slash; empty if there is none.
  package var folder: String { utf8.lastIndex(of: UInt8(ascii: "/")).map { String(self[...$0]) } ?? "" }

  /// The extension with its dot; empty if there is none.
  package var ending: String { endingStart.map { String(self[$0...]) } ?? "" }

  /// The path without its extension.
  var stem: String { endingStart.map { String(self[..<$0]) } ?? self }

  private var endingStart: Index? {
    let place = utf8.lastIndex { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") }
    return place.flatMap { utf8[$0] == UInt8(ascii: ".") ? $0 : nil }
  }
}
