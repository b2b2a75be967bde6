import Diagnostics
import Foundation

/// An error concerning a file.
package enum FileIssue: Error, Issue, Hashable {
  case unreadable(FileError.Fact)
  case unwritable(reason: String)
  /// Writing to standard output failed.
  case unwritableStream(reason: String)
  /// The folder of `-C` can't become the working folder.
  case notEnterable(reason: String)
  /// The output path is a symbolic link.
  case link
  case notAFolder
  case notAFile
  case tooLarge(limit: Int)
  /// A path that leads out of its folder.
  case unsafePath(String)
  /// - Parameter what: The item whose name is not UTF-8.
  case nameNotUTF8(_ what: String)

  package var text: IssueText {
    switch self {
    case .unreadable(let fact):
      .error("input.unreadable", "the file can't be read: \(fact.reason)", hint: fact.readingHint)
    case .unwritable(let reason):
      .error(
        "output.unwritable", "the file can't be written: \(reason)",
        hint: "check the folder's permissions and the disk's free space, or choose another --output", kind: .output)
    case .unwritableStream(let reason):
      .error(
        "output.unwritable", "the result can't be written: \(reason)",
        hint: "redirect it to a file on a disk with free space, or to a program that reads it", kind: .output)
    case .notEnterable(let reason):
      .error(
        "option.folder", "can't change to the folder given with -C: \(reason)", hint: "check the path after -C",
        kind: .usage)
    case .link:
      .error(
        "output.link", "this is a symbolic link; Feedproof does not write through links",
        hint: "remove the link, or choose another --output; the output folder itself may be a link", kind: .output)
    case .notAFolder:
      .error(
        "output.not-a-folder", "this must be a folder, but is something else",
        hint: "move it, or choose another --output", kind: .output)
    case .notAFile:
      .error(
        "output.not-a-file", "this must be a regular file, but is something else",
        hint: "move it, or choose another --output", kind: .output)
    case .tooLarge(let limit):
      .error(
        "output.too-large", "the file is larger than \(limit) bytes", hint: "move it, or choose another --output",
        kind: .output)
    case .unsafePath(let path):
      .error("output.unsafe-path", "the path \"\(path)\" leads out of the folder", kind: .output)
    case .nameNotUTF8(let what):
      .error(
        "option.not-utf8", "\(what) is not UTF-8", hint: "rename the file or folder with mv",
        kind: .usage)
    }
  }
}

extension FileError.Fact {
  /// The problem, worded to follow a colon.
  package var reason: String {
    switch self {
    case .system(let code): String(cString: strerror(code))
    case .refused(let reason): reason
    case .link: "it is a symbolic link"
    case .notAFolder: "it is not a folder"
    case .folder: "it is a folder"
    case .notAFile: "it is not a regular file"
    case .tooLarge(let limit): "it is larger than \(limit) bytes"
    case .notUTF8: "it is not UTF-8"
    case .changed: "it changed while it was read"
    }
  }

  fileprivate var readingHint: String {
    switch self {
    case .system(ENOENT), .system(ENOTDIR), .system(ENAMETOOLONG): "check the path"
    case .system, .refused: "check the file's permissions"
    case .link: "use the link's target"
    case .folder, .notAFolder: "use a file"
    case .notAFile: "save the output of a pipe or device to a file first"
    case .tooLarge: "check that it is the right file"
    case .notUTF8: "save it as UTF-8"
    case .changed: "run again when no other program is writing to it"
    }
  }
}

/// The reason why an operation on a file or folder failed.
package struct FileError: Error, Hashable {
  package enum Fact: Hashable, Sendable {
    /// An `errno` value.
    case system(Int32)
    /// A failure reported by Foundation, with its message.
    case refused(reason: String)
    /// A symbolic link, which may lead anywhere.
    case link
    case notAFolder
    /// A folder instead of a file.
    case folder
    /// A pipe, a device, or a socket.
    case notAFile
    case tooLarge(limit: Int)
    case notUTF8
    /// The file was truncated while being read.
    case changed
  }

  package var path: String
  package var fact: Fact

  package init(_ path: String, _ fact: Fact) {
    (self.path, self.fact) = (path, fact)
  }

  /// The `errno` value; nil if the system did not cause the failure.
  package var code: Int32? {
    if case .system(let code) = fact { code } else { nil }
  }

  /// Whether the file does not exist.
  package var isMissing: Bool { code == ENOENT }

  /// Returns the diagnostic for a failed read.
  ///
  /// - Parameter name: The file's name in the message; nil for its path.
  package func unreadable(as name: String? = nil) -> Diagnostic {
    Diagnostic(FileIssue.unreadable(fact), at: Place(file: name ?? path))
  }

  /// The diagnostic for a failed write.
  package var diagnostic: Diagnostic { Diagnostic(FileIssue(fact), at: Place(file: path)) }

  /// Returns `diagnostic`, but attributes a system error to the requested file instead of a temporary file next to it.
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
