import DesignTokens
import Diagnostics
import Files
import Foundation
import Raster
import RunSupport

/// Loads a run's fonts: the lock file first, then its font files.
package enum FontLoading {
  /// The name of a folder's lock file.
  package static let lockName = "fonts.lock.json"

  /// The lock file for a path: the file itself, or the lock in a folder of font files.
  package static func lockFile(_ url: URL) -> URL {
    FileSystem.isFolder(url) ? url.appendingPathComponent(lockName) : url
  }

  /// The given lock, or else the one that `FEEDPROOF_FONT_LOCK` names, or else the built-in one.
  ///
  /// - Throws: `Diagnostic` if the lock can't be read.
  package static func lock(at file: URL?, environment: Environment) throws -> FontLock {
    let given = environment.variables["FEEDPROOF_FONT_LOCK"].map(environment.url)
    let own = environment.resourceFolder.appendingPathComponent("Templates/Fonts/fonts.lock.json")
    let asked = (file ?? given).map(lockFile)
    let text: String
    do throws(FileError) {
      text = try environment.texts.text(of: asked ?? own)
    } catch {
      guard error.isMissing else { throw error.unreadable(as: environment.shownPath(asked ?? own)) }
      guard let asked else { throw Diagnostic(DesignIssue.resourcesMissing(path: own.path)) }
      let source: FontLockSource = file == nil ? .variable : .project
      throw Diagnostic(DesignIssue.fontLockMissing(path: environment.shownPath(asked), by: source))
    }
    var lock = try FontLock(json: Data(text.utf8), name: environment.shownPath(asked ?? own))
    lock.folder = (asked ?? own).deletingLastPathComponent().path
    return lock
  }

  /// - Throws: `Diagnostic` about the environment if a font file is missing or differs from the lock.
  package static func fonts(lock file: URL?, environment: Environment) throws -> FontSet {
    let lock = try lock(at: file, environment: environment)
    return try FontSet.load(lock: lock, searching: environment.fontFolders.map(\.path))
  }
}

extension FontLock {
  /// The typefaces available for text.
  package var typefaces: Typefaces {
    Typefaces(faces.filter { $0.style == "normal" }.map { ($0.family, $0.weight) })
  }
}
