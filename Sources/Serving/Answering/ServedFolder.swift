import Files
import Foundation

/// A folder that is shown below a path of the server, and nothing outside of it.
package struct ServedFolder: Sendable {
  /// Names between the slashes of the address, decoded: `["Baselines"]`; empty for the root.
  let prefix: [String]
  /// Without symbolic links, so that paths can be compared.
  private let folder: URL
  /// Endings of the names that are shown, without the dot; nil shows all.
  private let endings: Set<String>?
  private let pages: Set<String>

  /// - Parameter pages: Paths below the folder (`review/index.html`) of the pages that are ours. What else a browser
  ///   could run a script in may come from anywhere, and is shown without.
  package init(
    _ folder: URL, at prefix: [String] = [], showing endings: Set<String>? = nil, pages: Set<String> = []
  ) {
    self.prefix = prefix
    self.pages = pages
    self.folder = FileSystem.resolved(folder).standardizedFileURL
    self.endings = endings
  }

  enum Found: Equatable {
    case file(URL, isPage: Bool)
    /// A folder that was asked for without the slash that its relative links need.
    case folder
    case nothing
  }

  /// - Parameter path: The names after the prefix.
  func find(_ path: RequestPath) -> Found {
    guard path.names.starts(with: prefix) else { return .nothing }
    let names = path.names.dropFirst(prefix.count)
    // Hidden files are nobody's business; half-written ones begin with a dot as well.
    guard !names.contains(where: { $0.hasPrefix(".") }) else { return .nothing }
    var file = names.reduce(folder) { $0.appendingPathComponent($1) }
    var way = names.joined(separator: "/")
    switch kind(of: file) {
    case .folder? where !path.endsWithSlash && !names.isEmpty:
      return kind(of: file.appendingPathComponent("index.html")) == nil ? .nothing : .folder
    case .folder?:
      file.appendPathComponent("index.html")
      way += names.isEmpty ? "index.html" : "/index.html"
    case .file? where path.endsWithSlash: return .nothing
    default: break
    }
    guard kind(of: file) == .file else { return .nothing }
    if let endings, !endings.contains(file.pathExtension.lowercased()) { return .nothing }
    return .file(FileSystem.resolved(file), isPage: pages.contains(way))
  }

  /// What lies behind all symbolic links; nil where there is nothing, or where a link leads out of the folder.
  private func kind(of file: URL) -> FileStamp.Kind? {
    let real = FileSystem.resolved(file).standardizedFileURL.path
    let root = folder.path == "/" ? "/" : folder.path + "/"
    guard real == folder.path || real.hasPrefix(root) else { return nil }
    return FileStamp(real, following: false)?.kind
  }
}
