import DesignTokens
import Diagnostics
import Files
import Foundation
import Raster
import Runs

/// The run's fonts: the lock's text, then its files.
package enum FontLoading {
  /// What a folder's lock is called.
  package static let lockName = "fonts.lock.json"

  /// The lock that a file, or a folder of typefaces with a lock beside them, stands for.
  package static func lockFile(_ url: URL) -> URL {
    FileSystem.isFolder(url) ? url.appendingPathComponent(lockName) : url
  }

  /// The lock that is asked for, else the one that `FEEDPROOF_FONT_LOCK` names, else the tool's own.
  ///
  /// - Throws: `Diagnostic` when the lock can't be read.
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

  /// - Throws: `Diagnostic` about the environment when a face is missing or is another file.
  package static func fonts(lock file: URL?, environment: Environment) throws -> FontSet {
    let lock = try lock(at: file, environment: environment)
    return try FontSet.load(lock: lock, searching: environment.fontFolders.map(\.path))
  }
}

extension FontLock {
  /// What texts can be set in.
  package var typefaces: Typefaces {
    Typefaces(faces.filter { $0.style == "normal" }.map { ($0.family, $0.weight) })
  }
}
