import DesignTokens
import Diagnostics
import Files
import Foundation
import Raster
import Runs

/// The run's fonts: the lock's text, then its files.
package enum FontLoading {
  /// The lock that is asked for, else the one that `FEEDPROOF_FONT_LOCK` names, else the tool's own.
  ///
  /// - Throws: `Diagnostic` when the lock can't be read.
  package static func lock(at file: URL?, environment: Environment) throws -> FontLock {
    let given = environment.variables["FEEDPROOF_FONT_LOCK"].map(environment.url)
    let own = environment.resourceFolder.appendingPathComponent("Templates/Fonts/fonts.lock.json")
    let file = file ?? given ?? own
    let text: String
    do throws(FileError) {
      text = try environment.texts.text(of: file)
    } catch {
      throw error.isMissing ? Diagnostic(DesignIssue.resourcesMissing(path: file.path)) : error.unreadable()
    }
    return try FontLock(json: Data(text.utf8), name: file.lastPathComponent)
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
