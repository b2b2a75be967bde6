import Diagnostics

/// What can be wrong with a font lock or with the files it names.
enum FontIssue: Issue {
  case lockUnreadable(String)
  case lockSchema(found: Int)
  case lockEmpty
  case lockFace(String)
  /// Files that are in none of the folders.
  case missing(files: [String], packages: [String], casks: [String])
  /// A file whose size or digest is not the locked one.
  case different(path: String, version: String, package: String?, what: Difference)
  /// A file with the right bytes that can't be read as a font.
  case unusable(path: String, index: Int)
  /// No file of the font folders holds an upright face of the family.
  case noFamily(String, package: String?, brew: String?, installed: [String])
  /// Every upright face of the family that is installed is in the lock.
  case familyLocked(String)

  enum Difference: Hashable, Sendable {
    case bytes(found: Int, locked: Int)
    case digest
    case unreadable
  }

  var kind: Diagnostic.Kind {
    switch self {
    case .lockUnreadable, .lockSchema, .lockEmpty, .lockFace: .input
    case .missing, .different, .unusable, .noFamily: .environment
    case .familyLocked: .usage
    }
  }

  var severity: Diagnostic.Severity { .error }

  var code: String {
    switch self {
    case .lockUnreadable: "font.lock-unreadable"
    case .lockSchema: "font.lock-schema"
    case .lockEmpty: "font.lock-empty"
    case .lockFace: "font.lock-face"
    case .missing: "font.missing"
    case .different: "font.different"
    case .unusable: "font.unusable"
    case .noFamily: "font.not-installed"
    case .familyLocked: "font.locked"
    }
  }

  static func missing(_ faces: [FontLock.Face]) -> FontIssue {
    .missing(
      files: faces.map(\.file).unique, packages: faces.compactMap(\.package).unique,
      casks: faces.compactMap(\.brew).unique)
  }

  var message: String {
    switch self {
    case .lockUnreadable(let reason): "the font lock can't be read: \(reason)"
    case .lockSchema(let found): "the font lock has schema \(found), this version reads \(FontLock.currentSchema)"
    case .lockEmpty: "the font lock names no face"
    case .lockFace(let file): "\"\(file)\" is not the name of a font file, or its index is negative"
    case .missing(let files, _, _):
      files.count == 1
        ? "the font file \(files[0]) is not installed"
        : "\(files.count) font files are not installed: \(files.joined(separator: ", "))"
    case .different(let path, _, _, .bytes(let found, let locked)):
      "\(path) is not the locked font: \(found) bytes instead of \(locked)"
    case .different(let path, _, _, .digest): "\(path) is not the locked font: its SHA-256 differs"
    case .different(let path, _, _, .unreadable): "\(path) can't be opened"
    case .unusable(let path, let index): "\(path) has no usable face \(index)"
    case .noFamily(let family, _, _, _): "no font of the family \"\(family)\" is installed"
    case .familyLocked(let family): "every face of \"\(family)\" that is installed is in the lock already"
    }
  }

  var hint: String? {
    switch self {
    case .lockUnreadable, .lockFace: "write it anew with: feedproof fonts --write"
    case .lockSchema: "write it anew with: feedproof fonts --write"
    case .lockEmpty: "take Templates/Fonts/fonts.lock.json as a start"
    case .missing(_, let packages, let casks):
      FontIssue.installation(packages: packages, casks: casks)
        ?? "put the files into one of the folders that are searched for fonts"
    case .different(_, let version, let package, .unreadable):
      package.map { "install version \(version) of it again: \($0)" }
    case .different(_, let version, let package, _):
      "install version \(version)\(package.map { " (\($0))" } ?? ""), or lock what is installed: feedproof fonts --write"
    case .unusable: "lock another file: feedproof fonts --write"
    case .noFamily(let family, let package, let brew, let installed):
      FontIssue.installation(packages: [package].compactMap { $0 }, casks: [brew].compactMap { $0 })
        ?? nearest(to: family, among: installed).map { "did you mean \"\($0)\"?" }
        ?? "put its files into a folder that is searched for fonts, or name theirs: FEEDPROOF_FONTS=folder"
    case .familyLocked: nil
    }
  }

  private static func installation(packages: [String], casks: [String]) -> String? {
    #if os(macOS)
      casks.isEmpty ? nil : "brew install --cask \(casks.joined(separator: " "))"
    #else
      packages.isEmpty ? nil : "apt-get install \(packages.joined(separator: " "))"
    #endif
  }
}
