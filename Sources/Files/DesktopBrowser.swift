import Foundation

/// The browser of whoever sits at this machine.
package enum DesktopBrowser {
  #if os(macOS)
    private static let program = "/usr/bin/open"
  #else
    private static let program = "/usr/bin/xdg-open"
  #endif

  /// Asks for a page, and does not wait for it.
  ///
  /// - Throws: `FileError` of the program that opens pages, where there is none.
  package static func open(_ address: String) throws(FileError) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = [address]
    // What a browser writes is nobody's result.
    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    do {
      try process.run()
    } catch {
      throw FileError(program, .refused(reason: reason(error)))
    }
  }
}
