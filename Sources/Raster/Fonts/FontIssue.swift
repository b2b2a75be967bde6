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
}
