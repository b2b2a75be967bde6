import Diagnostics
import Files
import Foundation
import Names
import OutputFolders
import Projects

/// Goes through a folder for the files of a feed.
///
/// The folder's own feeds come first, then those of its subfolders, each level in natural order ("page2" before
/// "page10"). A folder that is reached twice (a link to a parent) is read once. It never leaves the folder, nor ends up in
/// one that has no end: links that lead outside, the kernel's file systems and more than any feed has are left alone.
struct FeedFolderWalk {
  /// Names that are looked at. A feed's pages are far fewer, even with photos that lie beside them.
  static let entryLimit = 200_000
  /// Levels of subfolders.
  static let depthLimit = 32

  private(set) var files: [URL] = []
  private(set) var diagnostics: [Diagnostic] = []

  private let project: Project
  /// Of the archive that was unpacked into the folder.
  private let archiveName: String?
  private let root: String
  private let entryLimit: Int
  private var entryCount = 0
  /// Real paths of what is not looked into again, nor at all.
  private var visited: Set<String>
  private let specialDevices = Self.specialDevices()

  /// - Parameter archiveName: Whose folder it is; nil for one that was given.
  init(_ folder: URL, project: Project, archiveName: String? = nil, entryLimit: Int = entryLimit) {
    self.project = project
    self.archiveName = archiveName
    self.entryLimit = entryLimit
    root = FileSystem.resolved(folder).path
    visited = Set([project.output, project.baselines].map { FileSystem.resolved($0).path })
    visited.remove(root)
    // A loop, since a stack's room is not the file system's.
    var waiting = [(folder: folder, depth: 0)]
    while let next = waiting.popLast() {
      guard let inner = look(into: next.folder) else { return }
      guard next.depth < Self.depthLimit || inner.isEmpty else {
        tell(.nestedTooDeep(limit: Self.depthLimit), at: next.folder)
        continue
      }
      waiting += inner.reversed().map { ($0, next.depth + 1) }
    }
  }

  /// Takes the folder's files.
  ///
  /// - Returns: The folders in it that belong to the feed; nil where enough was looked at.
  private mutating func look(into folder: URL) -> [URL]? {
    guard visited.insert(FileSystem.resolved(folder).path).inserted, !isSpecial(folder) else { return [] }
    let names = ((try? FileSystem.names(in: folder)) ?? [])
      .filter { !$0.hasPrefix(".") && $0 != "media" && $0 != "output" && !Self.isOwnFile($0, in: folder) }
      .sorted(by: naturallyPrecedes)
    var folders: [URL] = []
    var leftAlone: [String] = []
    let isAccount = Self.isAccountArchive(names)
    for name in names {
      guard entryCount < entryLimit else {
        tell(.tooManyFiles(limit: entryLimit), at: folder)
        return nil
      }
      entryCount += 1
      let entry = folder.appendingPathComponent(name)
      if FileSystem.isFolder(entry) {
        if leadsOutside(entry) {
          tell(.linkOutside(to: FileSystem.resolved(entry).path), at: entry)
        } else if !OutputMarks.areIn(entry) {
          folders.append(entry)
        }
      } else if DocumentName.isDocument(name.lowercased()) {
        if isAccount, !Self.accountDocuments.contains(name) { leftAlone.append(name) } else { files.append(entry) }
      }
    }
    if !leftAlone.isEmpty { tell(.accountLists(leftAlone), at: folder) }
    return folders
  }

  /// What of an account's archive is read; the others list what it likes, follows, has bookmarked.
  private static let accountDocuments: Set = ["outbox.json", "actor.json"]

  /// The archive of an account of Mastodon or its kin.
  private static func isAccountArchive(_ names: [String]) -> Bool { accountDocuments.isSubset(of: names) }

  /// A link to a folder that is not in the one that was given.
  private func leadsOutside(_ folder: URL) -> Bool {
    guard FileStamp(folder.path, following: false)?.kind != .folder else { return false }
    let target = FileSystem.resolved(folder).path
    return target != root && !target.hasPrefix(root.hasSuffix("/") ? root : root + "/")
  }

  private func isSpecial(_ folder: URL) -> Bool {
    FileStamp(folder.path, following: true).map { specialDevices.contains($0.device) } ?? false
  }

  /// The file systems in which the kernel shows itself; where they are not mounted their folders are like any other.
  private static func specialDevices() -> Set<UInt64> {
    let root = FileStamp("/", following: true)?.device
    let devices = ["/proc", "/sys", "/dev"].compactMap { FileStamp($0, following: true)?.device }
    return Set(devices.filter { $0 != root })
  }

  /// JSON that a project folder holds beside its feeds.
  private static func isOwnFile(_ name: String, in folder: URL) -> Bool {
    name.hasSuffix(".tokens.json") || name.hasSuffix(".lock.json")
      || name == "manifest.json" && OutputMarks.haveManifest(in: folder)
  }

  private mutating func tell(_ issue: SourceIssue, at place: URL) {
    diagnostics.append(Diagnostic(issue, at: Place(file: archiveName ?? project.name(of: place))))
  }
}
