import Files

/// How a tool of snapshot tests calls the pictures before and after, in one folder.
struct PictureShape: Sendable {
  /// What is in a path beside the picture's own name.
  enum Mark: Hashable, Sendable {
    /// One of the folders, or some that follow each other; `*` is any one.
    case folder(String)
    /// Before the file's ending.
    case suffix(String)
    /// Of the file's name.
    case prefix(String)
  }

  enum Side: Hashable, Sendable { case before, after }

  /// For people.
  var tool: String
  /// All of them are in a picture's path; none takes every picture that is neither an after nor aside.
  var before: [Mark]
  var after: [Mark]
  /// Any of them says that it is a difference or a sheet of several pictures, never one of a state.
  var aside: [Mark]
  /// Marks of sheets that the tool also draws of images that don't differ.
  var annotations: [Mark] = []
  /// Whether pictures after are there of failures alone: one that is missing is then as it was.
  var tellsFailures = true
  /// How many of a path's last names a picture is known by; nil for all.
  var names: Int?

  /// First the tools whose marks are nobody else's.
  static let all = [
    PictureShape(
      tool: "Playwright", before: [.suffix("-expected")], after: [.suffix("-actual")],
      aside: [.suffix("-diff"), .suffix("-previous")]),
    PictureShape(
      tool: "Flutter", before: [.suffix("_masterImage")], after: [.suffix("_testImage")],
      aside: [.suffix("_isolatedDiff"), .suffix("_maskedDiff")]),
    PictureShape(
      tool: "jest-image-snapshot", before: [.folder("__image_snapshots__"), .suffix("-snap")],
      after: [.folder("__image_snapshots__/__received_output__"), .suffix("-received")],
      aside: [.folder("__diff_output__"), .suffix("-diff")]),
    PictureShape(
      tool: "BackstopJS", before: [.folder("bitmaps_reference")], after: [.folder("bitmaps_test/*")],
      aside: [.prefix("failed_diff_")], tellsFailures: false),
    PictureShape(
      tool: "swift-snapshot-testing", before: [.folder("__Snapshots__")], after: [], aside: [], names: 2),
    PictureShape(
      tool: "iOSSnapshotTestCase", before: [.prefix("reference_")], after: [.prefix("failed_")],
      aside: [.prefix("diff_")]),
    PictureShape(
      tool: "Paparazzi", before: [.folder("snapshots/images")], after: [.folder("failures")],
      aside: [.prefix("delta-")],
      names: 1),
    PictureShape(
      tool: "Lost Pixel", before: [.folder("baseline")], after: [.folder("current")], aside: [.folder("difference")],
      tellsFailures: false),
    PictureShape(
      tool: "Loki", before: [.folder("reference")], after: [.folder("current")], aside: [.folder("difference")],
      tellsFailures: false),
    PictureShape(
      tool: "reg-cli", before: [.folder("expected")], after: [.folder("actual")], aside: [.folder("diff")],
      tellsFailures: false),
    PictureShape(
      tool: "Roborazzi", before: [], after: [.suffix("_actual")], aside: [.suffix("_compare"), .suffix(".annotated")],
      annotations: [.suffix(".annotated")]),
  ]

  /// - Returns: Of which state a picture is, and its path without what says so; nil of what is aside.
  func place(of path: String) -> (side: Side, key: String)? {
    if aside.contains(where: { $0.removed(from: path) != nil }) { return nil }
    if !after.isEmpty, let key = Self.key(path, after) { return (.after, known(key)) }
    if !before.isEmpty, let key = Self.key(path, before) { return (.before, known(key)) }
    return before.isEmpty ? (.before, known(path)) : after.isEmpty ? (.after, known(path)) : nil
  }

  /// Returns the key of the pair whose difference a sheet shows; nil if the path is no such sheet.
  func keyOfPair(ofSheet path: String) -> String? {
    guard aside.contains(where: { $0.removed(from: path) != nil }),
      !annotations.contains(where: { $0.removed(from: path) != nil })
    else { return nil }
    return known((aside + after + before).reduce(path) { path, mark in mark.removed(from: path) ?? path })
  }

  private static func key(_ path: String, _ marks: [Mark]) -> String? {
    marks.reduce(path as String?) { path, mark in path.flatMap(mark.removed) }
  }

  private func known(_ key: String) -> String {
    names.map { key.split(separator: "/").suffix($0).joined(separator: "/") } ?? key
  }

  /// Where the picture before would be of one that is new: a picture after with its marks exchanged.
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

extension PictureShape.Mark {
  /// The path without the mark; nil where it has none.
  func removed(from path: String) -> String? {
    switch self {
    case .suffix(let suffix):
      path.stem.hasSuffix(suffix) && path.stem.count > suffix.count
        ? String(path.stem.dropLast(suffix.count)) + path.ending : nil
    case .prefix(let prefix):
      path.dropFirst(path.folder.count).hasPrefix(prefix)
        ? path.folder + path.dropFirst(path.folder.count + prefix.count) : nil
    case .folder: replaced(in: path, by: "")
    }
  }

  func replaced(in path: String, by other: String) -> String? {
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
  /// With a slash at its end; empty where there is none.
  var folder: String { utf8.lastIndex(of: UInt8(ascii: "/")).map { String(self[...$0]) } ?? "" }

  /// With its dot; empty where there is none.
  var ending: String { endingStart.map { String(self[$0...]) } ?? "" }

  /// The path without its ending.
  var stem: String { endingStart.map { String(self[..<$0]) } ?? self }

  private var endingStart: Index? {
    let place = utf8.lastIndex { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") }
    return place.flatMap { utf8[$0] == UInt8(ascii: ".") ? $0 : nil }
  }
}
