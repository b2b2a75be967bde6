import ChatIngest
import Diagnostics
import FeedIngest
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

  /// Documents, and archives that may hold some; what archives hold themselves `ArchiveWalk` goes through.
  private(set) var files: [URL] = []
  private(set) var diagnostics: [Diagnostic] = []

  private let project: Project
  private let root: String
  private let entryLimit: Int
  private var entryCount = 0
  /// What is not looked into again, nor at all.
  private var visited: Set<FolderIdentity>
  /// What is no document, of the folder that is looked into.
  private var leftAlone = FilesLeftAlone()
  private let specialDevices = Self.specialDevices()

  /// What a folder is, whatever way leads to it.
  private struct FolderIdentity: Hashable {
    let device: UInt64
    let inode: UInt64

    init?(_ folder: URL) {
      guard let stamp = FileStamp(folder.path, following: true) else { return nil }
      (device, inode) = (stamp.device, stamp.inode)
    }
  }

  init(_ folder: URL, project: Project, entryLimit: Int = entryLimit) {
    self.project = project
    self.entryLimit = entryLimit
    root = FileSystem.resolved(folder).path
    let own = [project.output, project.baselines, project.siteTemplates, project.cards].compactMap { $0 }
    visited = Set(own.compactMap(FolderIdentity.init))
    if let own = FolderIdentity(folder) { visited.remove(own) }
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
    guard let own = FolderIdentity(folder), visited.insert(own).inserted, !specialDevices.contains(own.device) else {
      return []
    }
    let all: [String]
    do throws(FileError) {
      all = try FileSystem.names(in: folder)
    } catch {
      tell(.unreadableFolder(error.fact.reason), at: folder)
      return []
    }
    tellOfPassedOver(all, in: folder)
    let names = all.filter { !DocumentName.isPassedOver($0) && !Self.isOwnManifest($0, in: folder) }
      .sorted(by: naturallyPrecedes)
    var folders: [URL] = []
    var lists: [String] = []
    let account = ArchiveLayout.account(among: names)
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
      } else if DocumentName.isDocument(name.lowercased()) || isConversation(entry) {
        if let account, !account.contains(name) { lists.append(name) } else { files.append(entry) }
      } else if DocumentName.isArchive(name.lowercased()) {
        files.append(entry)
      } else if !Self.isCompanion(entry) {
        leftAlone.add(name)
      }
    }
    if !lists.isEmpty { tell(.accountLists(lists), at: folder) }
    for issue in leftAlone.issues { tell(issue, at: folder) }
    leftAlone = FilesLeftAlone()
    return folders
  }

  /// What the pages of an export are shown with.
  private static func isCompanion(_ file: URL) -> Bool {
    let folder = file.deletingLastPathComponent()
    return ChatService.companions.contains { companion in
      companion.file == "\(folder.lastPathComponent)/\(file.lastPathComponent)"
        && FileSystem.exists(folder.deletingLastPathComponent().appendingPathComponent(companion.page))
    }
  }

  /// A text whose name does not say that it is one.
  private func isConversation(_ file: URL) -> Bool {
    guard ["txt", "html", "htm"].contains(file.pathExtension.lowercased()),
      FileStamp(file.path, following: true)?.kind == .file,
      let start = try? RegularFile(file).bytes(first: Self.openingSize)
    else { return false }
    return ChatService.isDocument(opening: start)
  }

  /// Bytes of a text by which it is recognised.
  private static let openingSize = 1 << 12

  /// Folders whose names say that they hold pictures, or what we write, and that hold documents all the same.
  private mutating func tellOfPassedOver(_ names: [String], in folder: URL) {
    for name in names where DocumentName.isOurFolder(name) {
      let inner = folder.appendingPathComponent(name)
      guard let own = FolderIdentity(inner), !visited.contains(own), FileSystem.isFolder(inner),
        !OutputMarks.areIn(inner),
        let documents = try? FileSystem.names(in: inner).filter({ DocumentName.isDocument($0.lowercased()) }),
        !documents.isEmpty
      else { continue }
      tell(.passedOver(documents.count), at: inner)
    }
  }

  /// A link to a folder that is not in the one that was given.
  private func leadsOutside(_ folder: URL) -> Bool {
    guard FileStamp(folder.path, following: false)?.kind != .folder else { return false }
    let target = FileSystem.resolved(folder).path
    return target != root && !target.hasPrefix(root.hasSuffix("/") ? root : root + "/")
  }

  /// The file systems in which the kernel shows itself; where they are not mounted their folders are like any other.
  private static func specialDevices() -> Set<UInt64> {
    let root = FileStamp("/", following: true)?.device
    let devices = ["/proc", "/sys", "/dev"].compactMap { FileStamp($0, following: true)?.device }
    return Set(devices.filter { $0 != root })
  }

  private static func isOwnManifest(_ name: String, in folder: URL) -> Bool {
    name == "manifest.json" && OutputMarks.haveManifest(in: folder)
  }

  private mutating func tell(_ issue: SourceIssue, at place: URL) {
    diagnostics.append(Diagnostic(issue, at: Place(file: project.name(of: place))))
  }
}

/// What names say of files before they are opened. Names come in small letters, but for those that may be passed over.
enum DocumentName {
  /// Whether no feed is looked for in files and folders of that name: hidden ones, pictures, what we write ourselves, and JSON
  /// that a project's folder holds beside its feeds.
  static func isPassedOver(_ name: String) -> Bool {
    name.hasPrefix(".") || isOurFolder(name) || name.hasSuffix(".tokens.json") || name.hasSuffix(".lock.json")
  }

  /// Where pictures are looked for, and what an export is written into unless it is told otherwise.
  static func isOurFolder(_ name: String) -> Bool { name == "media" || name == "output" }

  /// Whether a file of this name may be an archive; its content decides.
  static func isArchive(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count > 1 && archiveEndings.contains(String(parts[parts.count - 1]))
  }

  private static let archiveEndings: Set = ["zip", "tar", "gz", "tgz", "7z", "rar", "xz", "bz2", "zst"]
  private static let lineEndings = [".ndjson", ".jsonl"]
  private static let endings = [".json"] + lineEndings
  /// Of archives; their other scripts are about advertisements, letters, what was deleted.
  private static let scripts = ArchiveLayout.all.reduce(into: Set<String>()) { $0.formUnion($1.scripts) }

  /// Newline-delimited JSON by its name; by its content it is recognised too.
  static func isOfLines(_ name: String) -> Bool { lineEndings.contains(where: name.hasSuffix) }

  /// Whether a file of this name can be a feed, or say whose feed it is.
  static func isDocument(_ name: String) -> Bool {
    if endings.contains(where: name.hasSuffix) || ChatService.isDocument(name) { return true }
    guard name.hasSuffix(".js") else { return false }
    return scripts.contains(withoutPart(name.dropLast(3)))
  }

  /// A script's name without its ending and without what counts its parts: `tweets` of `tweets-part1`.
  static func withoutPart(_ stem: Substring) -> String {
    // By hand: an account has thousands of scripts.
    let number = stem.utf8.reversed().prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
    let part = stem.dropLast(number)
    return String(number > 0 && part.hasSuffix("-part") ? part.dropLast(5) : stem)
  }
}
