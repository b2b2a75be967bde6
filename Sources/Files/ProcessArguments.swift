import Foundation

/// What the process was started with.
package enum ProcessArguments {
  /// The words of the command line, the program's own name first.
  package static var all: [String] { CommandLine.arguments }
}
