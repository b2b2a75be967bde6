import Diagnostics
import Foundation

extension FileIssue {
  package var kind: Diagnostic.Kind {
    switch self {
    case .unreadable: .input
    case .unwritable, .link, .notAFolder, .notAFile, .tooLarge, .unsafePath: .output
    }
  }

  package var severity: Diagnostic.Severity { .error }

  package var code: String {
    switch self {
    case .unreadable: "input.unreadable"
    case .unwritable: "output.unwritable"
    case .link: "output.link"
    case .notAFolder: "output.not-a-folder"
    case .notAFile: "output.not-a-file"
    case .tooLarge: "output.too-large"
    case .unsafePath: "output.unsafe-path"
    }
  }

  package var message: String {
    switch self {
    case .unreadable(let reason): "the file can't be read: \(reason)"
    case .unwritable(let reason): "the file can't be written: \(reason)"
    case .link: "this is a symbolic link, and nothing is written through one"
    case .notAFolder: "a folder is needed here, and something else is there"
    case .notAFile: "a regular file is needed here, and something else is there"
    case .tooLarge(let limit): "the file has more than \(limit) bytes"
    case .unsafePath(let path): "\"\(path)\" would lead out of the folder"
    }
  }

  package var hint: String? {
    switch self {
    case .unreadable(let reason) where reason.contains(String(cString: strerror(ENOENT))):
      "nothing has that name, or it is a link that leads nowhere"
    case .unreadable: "check the file's permissions"
    case .unwritable: "check the folder's permissions and the disk's free space, or choose another --output"
    case .link: "remove the link, or choose another --output; the output folder itself may be a link"
    case .notAFolder, .notAFile, .tooLarge: "move it away, or choose another --output"
    case .unsafePath: nil
    }
  }
}
