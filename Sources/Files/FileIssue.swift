import Diagnostics
import Foundation

/// What can go wrong with a file.
package enum FileIssue: Error, Issue, Hashable {
  case unreadable(FileError.Fact)
  case unwritable(reason: String)
  /// Standard output refuses what is written.
  case unwritableStream(reason: String)
  /// A symbolic link where the tool writes.
  case link
  case notAFolder
  case notAFile
  case tooLarge(limit: Int)
  /// A path that would lead out of its folder.
  case unsafePath(String)
  /// - Parameter what: Whose bytes they are.
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
    case .link:
      .error(
        "output.link", "this is a symbolic link, and nothing is written through one",
        hint: "remove the link, or choose another --output; the output folder itself may be a link", kind: .output)
    case .notAFolder:
      .error(
        "output.not-a-folder", "a folder is needed here, and something else is there",
        hint: "move it away, or choose another --output", kind: .output)
    case .notAFile:
      .error(
        "output.not-a-file", "a regular file is needed here, and something else is there",
        hint: "move it away, or choose another --output", kind: .output)
    case .tooLarge(let limit):
      .error(
        "output.too-large", "the file has more than \(limit) bytes", hint: "move it away, or choose another --output",
        kind: .output)
    case .unsafePath(let path):
      .error("output.unsafe-path", "\"\(path)\" would lead out of the folder", kind: .output)
    case .nameNotUTF8(let what):
      .error(
        "option.not-utf8", "\(what) is not UTF-8", hint: "give the file or the folder another name, with mv",
        kind: .usage)
    }
  }
}

extension FileError.Fact {
  /// What is wrong, in words that follow a colon.
  package var reason: String {
    switch self {
    case .system(let code): String(cString: strerror(code))
    case .refused(let reason): reason
    case .link: "it is a symbolic link"
    case .notAFolder: "it is not a folder"
    case .folder: "it is a folder"
    case .notAFile: "it is not a regular file"
    case .tooLarge(let limit): "it has more than \(limit) bytes"
    case .notUTF8: "it is not UTF-8"
    case .changed: "it has changed meanwhile"
    }
  }

  fileprivate var readingHint: String {
    switch self {
    case .system(ENOENT), .system(ENOTDIR), .system(ENAMETOOLONG): "check the path"
    case .system, .refused: "check the file's permissions"
    case .link: "give the file that the link leads to"
    case .folder, .notAFolder: "give a file"
    case .notAFile: "what comes through a pipe or from a device is to be saved in a file first"
    case .tooLarge: "check that it is the right file"
    case .notUTF8: "save it as UTF-8"
    case .changed: "run again when nothing writes it any more"
    }
  }
}

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
