import Diagnostics

extension FileIssue {
  package var kind: Diagnostic.Kind {
    switch self {
    case .unreadable: .input
    case .unwritable: .output
    }
  }

  package var severity: Diagnostic.Severity { .error }

  package var code: String {
    switch self {
    case .unreadable: "input.unreadable"
    case .unwritable: "output.unwritable"
    }
  }

  package var message: String {
    switch self {
    case .unreadable(let reason): "the file can't be read: \(reason)"
    case .unwritable(let reason): "the file can't be written: \(reason)"
    }
  }

  package var hint: String? {
    switch self {
    case .unreadable: "check the file's permissions"
    case .unwritable: "check the folder's permissions and the disk's free space, or choose another --output"
    }
  }
}
