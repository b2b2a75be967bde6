import Diagnostics

/// A problem with a font lock or with the files that it names.
enum FontIssue: Issue {
  case lockUnreadable(String)
  case lockSchema(found: Int)
  case lockEmpty
  case lockFace(String)
  /// Files that none of the folders contains.
  case missing(files: [String], packages: [String], casks: [String], isOwn: Bool)
  /// A file whose size or digest differs from the locked one.
  case different(path: String, version: String, package: String?, what: Difference)
  /// A named file doesn't exist.
  case noFile(path: String)
  /// A file to be added is empty, truncated, or not a font.
  case noFont(path: String)
  /// A file with the right bytes can't be read as a font.
  case unusable(path: String, index: Int)
  /// No file in the font folders has an upright face of the family.
  case noFamily(String, package: String?, brew: String?, installed: [String])
  /// All faces of the file are italic, condensed or expanded.
  case notUpright(path: String, family: String)
  /// A variable font; only one of its weights is drawn.
  case variable(family: String, weight: Int)
  /// All installed upright faces of the family are already in the lock.
  case familyLocked(String)

  enum Difference: Hashable, Sendable {
    case bytes(found: Int, locked: Int)
    case digest
    case unreadable

    fileprivate var inWords: String {
      switch self {
      case .bytes(let found, let locked): "is not the locked font: \(found) bytes instead of \(locked)"
      case .digest: "is not the locked font: its SHA-256 differs"
      case .unreadable: "can't be opened"
      }
    }
  }

  static func missing(_ faces: [FontLock.Face]) -> FontIssue {
    .missing(
      files: faces.map(\.place).uniqued(), packages: faces.compactMap(\.package).uniqued(),
      casks: faces.compactMap(\.brew).uniqued(), isOwn: faces.contains { $0.path != nil })
  }

  var text: IssueText {
    switch self {
    case .lockUnreadable(let reason):
      .error(
        "font.lock-unreadable", "the font lock can't be read: \(reason)",
        hint: "write a new lock: feedproof fonts --write")
    case .lockSchema(let found):
      .error(
        "font.lock-schema",
        "the font lock has schema \(found), but this version reads schema \(FontLock.currentSchema)",
        hint: "write a new lock: feedproof fonts --write")
    case .lockEmpty:
      .error(
        "font.lock-empty", "the font lock contains no fonts",
        hint: "start with a copy of Templates/Fonts/fonts.lock.json")
    case .lockFace(let file):
      .error(
        "font.lock-face", "\"\(file)\" is not the name of a font file, or its index is negative",
        hint: "write a new lock: feedproof fonts --write")
    case .missing(let files, let packages, let casks, let isOwn):
      .error(
        "font.missing",
        files.count == 1
          ? "the font file \(files[0]) is not installed"
          : "\(files.count) font files are not installed: \(files.joined(separator: ", "))",
        hint: FontIssue.installation(packages: packages, casks: casks)
          ?? (isOwn
            ? "its path starts at the lock's folder; lock an existing file with feedproof fonts --add"
            : "put the files into one of the font folders"),
        kind: .environment)
    case .different(let path, let version, let package, let what):
      .error(
        "font.different", "\(path) \(what.inWords)",
        hint: what == .unreadable
          ? package.map { "reinstall version \(version): \($0)" }
          : "install version \(version)\(package.map { " (\($0))" } ?? ""), "
            + "or lock the installed files: feedproof fonts --write",
        kind: .environment)
    case .noFile(let path): .error("font.no-file", "the font file \(path) does not exist", hint: "check the path")
    case .noFont(let path):
      .error(
        "font.unusable", "\(path) is not a complete font file",
        hint: "use a complete TrueType or OpenType file (.ttf, .otf, .ttc)", kind: .environment)
    case .unusable(let path, let index):
      .error(
        "font.unusable", "\(path) has no usable font at index \(index)",
        hint: "lock another file: feedproof fonts --write",
        kind: .environment)
    case .noFamily(let family, let package, let brew, let installed):
      .error(
        "font.not-installed", "no font of the family \"\(family)\" is installed",
        hint: FontIssue.installation(packages: [package].compactMap { $0 }, casks: [brew].compactMap { $0 })
          ?? nearest(to: family, among: installed).map { "did you mean \"\($0)\"?" }
          ?? "put its files into one of the font folders, or set FEEDPROOF_FONTS to their folder",
        kind: .environment)
    case .notUpright(let path, let family):
      .error(
        "font.not-upright", "\(path) has no upright style of \"\(family)\"",
        hint: "use a file with an upright style of normal width", kind: .usage)
    case .variable(let family, let weight):
      .note(
        "font.variable",
        "this is a variable font; only its default weight is used, \(family) \(weight)",
        hint: "add a separate file for each other weight; fonttools varLib.instancer creates them")
    case .familyLocked(let family):
      .error("font.locked", "the lock already contains all installed styles of \"\(family)\"", kind: .usage)
    }
  }
}

extension FontIssue {
  private static func installation(packages: [String], casks: [String]) -> String? {
    #if os(macOS)
      casks.isEmpty ? nil : "brew install --cask \(casks.joined(separator: " "))"
    #else
      packages.isEmpty ? nil : "apt-get install \(packages.joined(separator: " "))"
    #endif
  }
}
