import Diagnostics
import Foundation

/// What kept something from being done with a file or a folder.
package struct FileError: Error, Hashable {
  package enum Fact: Hashable, Sendable {
    /// An error number of the system.
    case system(Int32)
    /// As Foundation says it.
    case refused(reason: String)
    /// A symbolic link, which may lead anywhere.
    case link
    case notAFolder
    /// A folder where a file is needed.
    case folder
    /// A pipe, a device, a socket.
    case notAFile
    case tooLarge(limit: Int)
    case notUTF8
    /// It was made shorter while it was read.
    case changed
  }

  package var path: String
  package var fact: Fact

  package init(_ path: String, _ fact: Fact) {
    (self.path, self.fact) = (path, fact)
  }

  /// The number of the system's error; nil for what the system would have allowed.
  package var code: Int32? {
    if case .system(let code) = fact { code } else { nil }
  }

  /// There is nothing of the name.
  package var isMissing: Bool { code == ENOENT }

  /// As it is told where something can't be read.
  ///
  /// - Parameter name: How the file is called; nil for its path.
  package func unreadable(as name: String? = nil) -> Diagnostic {
    Diagnostic(FileIssue.unreadable(fact), at: Place(file: name ?? path))
  }

  /// As it is told where something can't be written.
  package var diagnostic: Diagnostic { Diagnostic(FileIssue(fact), at: Place(file: path)) }

  /// As `diagnostic`; an error of the system is said of the file that was asked for, not of one beside it.
  package func diagnostic(at place: String) -> Diagnostic {
    code == nil ? diagnostic : Diagnostic(FileIssue(fact), at: Place(file: place))
  }
}

extension FileIssue {
  fileprivate init(_ fact: FileError.Fact) {
    self =
      switch fact {
      case .system, .refused: .unwritable(reason: fact.reason)
      case .link: .link
      case .notAFolder: .notAFolder
      case .folder, .notAFile: .notAFile
      case .tooLarge(let limit): .tooLarge(limit: limit)
      case .notUTF8, .changed: .unreadable(fact)
      }
  }
}
