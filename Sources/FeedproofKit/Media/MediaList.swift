import CardDrawing
import Diagnostics
import FeedSources
import Files
import Foundation
import Projects

/// The files that a feed's cards are drawn from, each once, in the order in which posts ask for them.
struct MediaList: Encodable {
  struct File: Encodable {
    /// As the feed gives it.
    var address: String
    var state: NeededFile.State
    /// Where it is looked for and would be found, relative to the working folder; nil where no file can have the name.
    var saveAs: String?
    /// The first post that shows it; nil of what stands around the posts.
    var post: String?
    /// How many posts show it.
    var posts: Int
  }

  var files: [File]
  /// Of all files, also of those that are not listed.
  var total: Int
  var missing: Int

  /// A file in two lines, then how many there are.
  var text: String {
    let lines = files.map { file in
      let place = file.saveAs.map { "save it as \($0)" } ?? "no file can have its name"
      let who = file.post.map { post in
        ", for \(post)\(file.posts > 1 ? " and \(Self.count(file.posts - 1, "more post"))" : "")"
      }
      switch file.state {
      case .there: return PlainText.piece(file.address) + "\n"
      case .missing: return PlainText.piece(file.address) + "\n  \(PlainText.piece(place))\(who ?? "")\n"
      case .outside: return PlainText.piece(file.address) + "\n  outside of the folders of photos\(who ?? "")\n"
      }
    }
    let all = Self.count(total, "file")
    let verdict =
      missing == 0 ? "none of \(all) is missing" : "\(missing) of \(all) \(missing == 1 ? "is" : "are") missing"
    return lines.joined() + verdict + "\n"
  }

  private static func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }
}

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
