import Foundation

extension Environment {
  /// A file as it would be written on the command line: relative to the working folder where it lies in it.
  package func shownPath(_ url: URL) -> String {
    let (path, folder) = (url.standardizedFileURL.path, workingFolder.standardizedFileURL.path)
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
  }
}
