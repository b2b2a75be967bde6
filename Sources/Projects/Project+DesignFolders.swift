import Files
import Foundation

extension Project {
  /// The folders in which an added or removed file may replace one of the tool's.
  package var designFolders: Set<String> {
    func parent(_ url: URL) -> String { (url.path as NSString).deletingLastPathComponent }
    var folders = Set(([cards].compactMap { $0 } + serviceCards.values).map(\.path))
    folders.formUnion(folders.map { "\($0)/parts" })
    folders.formUnion(tokens.map(parent))
    if let icons { folders.insert(FileSystem.isFolder(icons) ? icons.path : parent(icons)) }
    if let site = siteTemplates?.path {
      folders.insert(site)
      folders.formUnion(((try? FileSystem.names(in: URL(fileURLWithPath: site))) ?? []).map { "\(site)/\($0)" })
    }
    return folders
  }

  /// The names in them of possible templates, token files and scripts.
  package var designNames: [String: [String]] {
    var found: [String: [String]] = [:]
    for folder in designFolders {
      found[folder] = try? FileSystem.names(in: URL(fileURLWithPath: folder)).filter { name in
        !name.hasPrefix(".") && [".yml", ".json", ".js", ".mustache"].contains(where: name.hasSuffix)
      }
    }
    return found
  }
}
