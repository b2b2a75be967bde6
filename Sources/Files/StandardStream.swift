import Diagnostics
import Foundation

/// Whole texts to the process's own streams. A reader that went away (`| head`) ends the process quietly.
package enum StandardStream {
  case output, error

  private var handle: FileHandle { self == .output ? .standardOutput : .standardError }

  /// Whether a person looks at it.
  package var isTerminal: Bool { isatty(handle.fileDescriptor) == 1 }

  /// Writes lines in which names and texts of anybody may stand: what would steer a terminal or a log is escaped.
  package func write(_ text: String) { pass(PlainText.lines(text)) }

  /// Writes what is cleaned already, and control sequences and commands of our own, as it is.
  package func pass(_ text: String) { try? handle.write(contentsOf: Data(text.utf8)) }

  /// Writes a file's bytes to standard output as they are.
  ///
  /// - Throws: `Diagnostic` where they can't be written.
  package static func print(bytes: [UInt8]) throws(Diagnostic) {
    do {
      try output.handle.write(contentsOf: Data(bytes))
    } catch {
      let issue = FileIssue.unwritable(reason: reason(error))
      throw Diagnostic(issue, at: Place(file: "standard output"))
    }
  }

  /// Writes a result, which must not get lost in silence; cleaned as by `write`.
  ///
  /// - Throws: `Diagnostic` where it can't be written.
  package static func print(_ text: String) throws(Diagnostic) {
    do {
      try output.handle.write(contentsOf: Data(PlainText.lines(text).utf8))
    } catch {
      let issue = FileIssue.unwritable(reason: reason(error))
      throw Diagnostic(issue, at: Place(file: "standard output"))
    }
  }
}
