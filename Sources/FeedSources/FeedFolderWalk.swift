import Basics
import Diagnostics
import FeedReading
import Files
import Foundation
import OutputTransactions
import Projects

/// Searches a folder for the files of a feed.
///
/// The folder's own feeds come first, then those of its subfolders, each level in natural order ("page2" before
/// "page10"). A folder that is reached twice (through a link to a parent) is read once. The walk stays within the
/// folder and always ends: it skips links that lead outside, the kernel's file systems, and everything beyond the
/// limits.
package struct FeedFolderWalk {
  /// The maximum number of names to visit. A feed has far fewer pages, even with photos next to them.
  package static let entryLimit = 200_000
  /// The maximum depth of subfolders.
  package static let depthLimit = 32

  /// Documents, and archives that may contain some; `ArchiveWalk` covers the contents of archives.
  package private(set) var files: [URL] = []
  package private(set) var diagnostics: [Diagnostic] = []

  private let project: Project
  private let root: String
  private let entryLimit: Int
  private var entryCount = 0
  /// Folders that were visited or must not be.
  private var visited: Set<FolderIdentity>
  /// The files of the current folder that are not documents.
  private var leftAlone = IgnoredFiles()
  private let specialDevices = Self.specialDevices()

  /// The identity of a folder, whatever path leads to it.
  private struct FolderIdentity: Hashable {
    let device: UInt64
    let inode: UInt64

    init?(_ folder: URL) {
      guard let stamp = FileStamp(folder.path, following: true) else { return nil }
      (device, inode) = (stamp.device, stamp.inode)
    }
  }

  package init(_ folder: URL, project: Project, entryLimit: Int = entryLimit) {
    self.project = project
    self.entryLimit = entryLimit
    root = FileSystem.resolved(folder).path
    let own = [project.output, project.baselines, project.siteTemplates, project.cards].compactMap { $0 }
    visited = Set(own.compactMap(FolderIdentity.init))
    if let own = FolderIdentity(folder) { visited.remove(own) }
    // Iterative, because the file system controls the depth.
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

  /// Adds the folder's files.
  ///
  /// - Returns: The subfolders that belong to the feed; nil if the limit is reached.
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
    let names = all.filter { name in
      (!DocumentName.isPassedOver(name) || DocumentName.isMediaWithDocuments(name, in: folder.lastPathComponent))
        && !Self.isOwnManifest(name, in: folder)
    }
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
        } else if !OutputFolderMarkers.areIn(entry) {
          folders.append(entry)
        }
      } else if DocumentName.isDocument(name.lowercased()) || isConversation(entry) {
        if let account, !account.contains(name) { lists.append(name) } else { files.append(entry) }
      } else if DocumentName.isArchive(name.lowercased()) {
        files.append(entry)
      } else if !Self.isCompanion(entry) {
        leftAlone.add(name, opening: Self.opening(of: entry))
      }
    }
    if !lists.isEmpty { tell(.accountLists(lists), at: folder) }
    for issue in leftAlone.issues { tell(issue, at: folder) }
    leftAlone = IgnoredFiles()
    return folders
  }

  /// Files that the pages of an export need for display.
  private static func isCompanion(_ file: URL) -> Bool {
    let folder = file.deletingLastPathComponent()
    return ChatService.companions.contains { companion in
      companion.file == "\(folder.lastPathComponent)/\(file.lastPathComponent)"
        && FileSystem.exists(folder.deletingLastPathComponent().appendingPathComponent(companion.page))
    }
  }

  /// The first bytes of a file whose content tells which program wrote it; empty for others.
  private static func opening(of file: URL) -> [UInt8] {
    guard ["html", "htm", "csv", "xml", "txt"].contains(file.pathExtension.lowercased()),
      FileStamp(file.path, following: true)?.kind == .file
    else { return [] }
    return (try? RegularFile(file).bytes(first: openingSize)) ?? []
  }

  /// Whether a text file is a chat although its name doesn't show it.
  private func isConversation(_ file: URL) -> Bool {
    guard ["txt", "html", "htm"].contains(file.pathExtension.lowercased()),
      FileStamp(file.path, following: true)?.kind == .file,
      let start = try? RegularFile(file).bytes(first: Self.openingSize)
    else { return false }
    return ChatService.isDocument(opening: start)
  }

  /// The number of bytes needed to recognize a text.
  private static let openingSize = 1 << 12

  /// Reports folders that contain documents although their names suggest images or the tool's output.
  private mutating func tellOfPassedOver(_ names: [String], in folder: URL) {
    for name in names
    where DocumentName.isOurFolder(name) && !DocumentName.isMediaWithDocuments(name, in: folder.lastPathComponent) {
      let inner = folder.appendingPathComponent(name)
      guard let own = FolderIdentity(inner), !visited.contains(own), FileSystem.isFolder(inner),
        !OutputFolderMarkers.areIn(inner),
        let documents = try? FileSystem.names(in: inner).filter({ DocumentName.isDocument($0.lowercased()) }),
        !documents.isEmpty
      else { continue }
      tell(.passedOver(documents.count), at: inner)
    }
  }

  /// Whether the folder is a link to a folder outside the given one.
  private func leadsOutside(_ folder: URL) -> Bool {
    guard FileStamp(folder.path, following: false)?.kind != .folder else { return false }
    let target = FileSystem.resolved(folder).path
    return target != root && !target.hasPrefix(root.hasSuffix("/") ? root : root + "/")
  }

  /// The devices of the kernel's virtual file systems; if they are not mounted, their folders are ordinary ones.
  private static func specialDevices() -> Set<UInt64> {
    let root = FileStamp("/", following: true)?.device
    let devices = ["/proc", "/sys", "/dev"].compactMap { FileStamp($0, following: true)?.device }
    return Set(devices.filter { $0 != root })
  }

  private static func isOwnManifest(_ name: String, in folder: URL) -> Bool {
    name == "manifest.json" && OutputFolderMarkers.haveManifest(in: folder)
  }

  private mutating func tell(_ issue: SourceIssue, at place: URL) {
    diagnostics.append(Diagnostic(issue, at: Place(file: project.name(of: place))))
  }
}

/// Classifies files by name before they are opened. Names are in lowercase, except for those that may be skipped.
enum DocumentName {
  /// Whether files and folders with this name are not searched for feeds: hidden ones, images, the tool's output, and
  /// other JSON files of a project's folder.
  static func isPassedOver(_ name: String) -> Bool {
    name.hasPrefix(".") || isOurFolder(name) || name.hasSuffix(".tokens.json") || name.hasSuffix(".lock.json")
  }

  /// The folder for images, and the default output folder of an export.
  static func isOurFolder(_ name: String) -> Bool { name == "media" || name == "output" }

  /// Whether a service keeps documents in a folder of images with this name and this parent.
  static func isMediaWithDocuments(_ name: String, in parent: String) -> Bool {
    isOurFolder(name) && ArchiveLayout.all.contains { $0.mediaWithDocuments.contains("\(parent)/\(name)") }
  }

  /// Whether a file with this name may be an archive; its content decides.
  static func isArchive(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count > 1 && archiveEndings.contains(String(parts[parts.count - 1]))
  }

  private static let archiveEndings: Set = ["zip", "tar", "gz", "tgz", "7z", "rar", "xz", "bz2", "zst"]
  private static let lineEndings = [".ndjson", ".jsonl"]
  private static let endings = [".json", ".car"] + lineEndings
  /// The relevant scripts of archives; the others are about ads, private messages and deleted posts.
  private static let scripts = ArchiveLayout.all.reduce(into: Set<String>()) { $0.formUnion($1.scripts) }

  /// Newline-delimited JSON by its name; it is also recognized by its content.
  static func isOfLines(_ name: String) -> Bool { lineEndings.contains(where: name.hasSuffix) }

  /// Whether a file with this name can be a feed, or describe its owner.
  static func isDocument(_ name: String) -> Bool {
    if endings.contains(where: name.hasSuffix) || ChatService.isDocument(name) { return true }
    guard name.hasSuffix(".js") else { return false }
    return scripts.contains(withoutPart(name.dropLast(3)))
  }

  /// A script's name without extension and part number: `tweets` for `tweets-part1`.
  static func withoutPart(_ stem: Substring) -> String {
    // By hand, for speed: an account has thousands of scripts.
    let number = stem.utf8.reversed().prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
    let part = stem.dropLast(number)
    return String(number > 0 && part.hasSuffix("-part") ? part.dropLast(5) : stem)
  }
}
