import FeedSources
import Files
import Foundation
import Projects

/// Where files that a feed lacks have to be put so that an export finds them: `media/lake.jpg` beside the feed. Where two
/// addresses end in the same name, or `feedproof fetch` has filled the folder, the name begins with the address's host.
struct SavePlaces {
  /// Relative to the working folder, without a slash at its end; empty for that folder itself.
  private let folder: String
  private let usesHosts: Bool
  private let files: PhotoFiles
  /// Names that more than one address ends in.
  private let doubled: Set<String>

  init(_ addresses: [String], files: FeedFiles, project: Project, environment: Environment) {
    let fetched = files.files.lazy.compactMap(\.fetchedFolder).first
    // What is unpacked lies where nobody keeps anything.
    let beside = files.archives.isEmpty ? files.files.first?.url.deletingLastPathComponent() : nil
    let folders = [fetched, project.feeds.first(where: FileSystem.isFolder), beside, project.folder].compactMap { $0 }
    let used = folders.first { FileSystem.isFolder($0.appendingPathComponent(FetchedFolder.media.text)) }
    let root = used ?? folders[0]
    let shown = environment.shownPath(root)
    folder = root.standardizedFileURL.path == environment.workingFolder.standardizedFileURL.path ? "" : shown
    usesHosts = fetched != nil
    self.files = PhotoFiles(roots: [root.standardizedFileURL])
    var (known, doubled) = (Set<String>(), Set<String>())
    for address in addresses {
      if let name = Self.names(of: address, self.files).first, !known.insert(name).inserted { doubled.insert(name) }
    }
    self.doubled = doubled
  }

  /// Nil where no file can have the address's name.
  func path(of address: String) -> String? {
    let names = Self.names(of: address, files)
    guard let plain = names.first, let whole = names.last else { return nil }
    let name = usesHosts || doubled.contains(plain) ? whole : plain
    return name.hasPrefix("/") || folder.isEmpty ? name : "\(folder)/\(name)"
  }

  /// The short one, then the one with the address's host.
  private static func names(of address: String, _ files: PhotoFiles) -> [String] { files.places(for: address) }
}
