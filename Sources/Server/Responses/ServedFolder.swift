import Files
import Foundation

/// A folder that is served below a path. No request can reach files outside of it.
package struct ServedFolder: Sendable {
  /// The names of the path, decoded: `["Baselines"]`. Empty for the root.
  let prefix: [String]
  /// The folder without symbolic links, so that paths can be compared.
  private let folder: URL
  /// The served file extensions, without the dot; nil serves all.
  private let endings: Set<String>?
  private let pages: Set<String>

  /// - Parameter pages: Paths of our own pages, relative to the folder (`review/index.html`). Other files that a
  ///   browser could run scripts in may come from anywhere; scripts in them are blocked.
  package init(
    _ folder: URL, at prefix: [String] = [], showing endings: Set<String>? = nil, pages: Set<String> = []
  ) {
    self.prefix = prefix
    self.pages = pages
    self.folder = FileSystem.resolved(folder).standardizedFileURL
    self.endings = endings
  }

  package enum FolderLookup: Equatable {
    case file(URL, isPage: Bool)
    /// A folder whose address lacks the final slash that its relative links need.
    case folder
    case nothing
  }

  /// Returns the file that a path names. Folders stand for their `index.html`.
  ///
  /// - Parameter path: The path of the request, including the prefix.
  package func find(_ path: RequestPath) -> FolderLookup {
    guard path.names.starts(with: prefix) else { return .nothing }
    let names = path.names.dropFirst(prefix.count)
    // Hidden files are private. Names of partly written files also begin with a dot.
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

  /// Returns the kind of the file after resolving symbolic links; nil if it doesn't exist or a link leads out of the
  /// folder.
  private func kind(of file: URL) -> FileStamp.Kind? {
    let real = FileSystem.resolved(file).standardizedFileURL.path
    let root = folder.path == "/" ? "/" : folder.path + "/"
    guard real == folder.path || real.hasPrefix(root) else { return nil }
    return FileStamp(real, following: false)?.kind
  }
}
