import Diagnostics
import Foundation

/// What kept something from being done with a file or a folder.
package struct FileError: Error, Hashable {
  package enum Fact: Hashable, Sendable {
    /// An error number of the system.
    case system(Int32)
    /// A symbolic link, which may lead anywhere.
    case link
    case notAFolder
    /// A folder, a pipe, a device, a socket.
    case notAFile
    case tooLarge(limit: Int)
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
      case .system(let code): .unwritable(reason: String(cString: strerror(code)))
      case .link: .link
      case .notAFolder: .notAFolder
      case .notAFile: .notAFile
      case .tooLarge(let limit): .tooLarge(limit: limit)
      }
  }
}
