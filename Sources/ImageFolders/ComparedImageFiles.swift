import Basics
import Diagnostics
import Files
import Foundation
import OutputTransactions

/// The images of a folder, including files that look like images but can't be compared.
struct ComparedImageFiles {
  /// A subfolder that can't be read.
  struct UnreadableFolder {
    var path: RelativePath
    var fault: Diagnostic
  }

  /// Paths of all images, in natural order.
  private(set) var paths: [RelativePath] = []
  /// Subfolders that can't be read.
  private(set) var closed: [UnreadableFolder] = []
  /// Why some images can't be compared.
  private(set) var issues: [RelativePath: ImageFolderIssue] = [:]

  private let root: URL
  /// The path of the folder without symbolic links.
  private let place: String

  /// Extensions of formats that are compared.
  static let endings: Set = Set([ImageFormat.png, .webp, .jpeg, .gif].flatMap(\.endings)).union(["apng"])
  /// Extensions of formats that are not compared.
  private static let otherEndings: Set = Set(
    [ImageFormat.heic, .avif, .bmp, .tiff, .jpegXL, .svg].flatMap(\.endings)
  ).union(["svgz", "ico", "jp2", "exr", "hdr", "psd", "tga", "pbm", "pgm", "ppm", "qoi"])

  /// The maximum depth of nested links to folders.
  private static let depthLimit = 8

  /// - Throws: `Diagnostic` if the folder can't be read.
  init(in folder: URL) throws {
    root = folder
    place = FileSystem.resolved(folder).path
    do {
      try add(FileTree(folder.path), under: nil, depth: 0)
    } catch let error as FileError {
      throw error.unreadable(as: folder.path)
    }
    paths.sort { naturallyPrecedes($0.text, $1.text) }
  }

  /// Returns the extension without the dot, in lower case.
  private static func ending(_ path: RelativePath) -> String { String(path.text.ending.dropFirst()).lowercased() }

  private mutating func add(_ tree: FileTree, under parent: RelativePath?, depth: Int) throws {
    let skipped: Set = [StateFolder.name]
    try tree.walk(skipping: skipped) { path, error in
      guard !path.names.contains(where: { $0.first == UInt8(ascii: ".") }) else { return }
      let path = parent.map { $0 / path } ?? path
      closed.append(
        UnreadableFolder(path: path, fault: error.unreadable(as: root.appendingPathComponent(path.text).path)))
    } visit: { path, step in
      // Hidden files belong to tools.
      guard case .file(let kind) = step, !path.names.contains(where: { $0.first == UInt8(ascii: ".") }) else { return }
      let path = parent.map { $0 / path } ?? path
      let ending = Self.ending(path)
      let isImage = Self.endings.contains(ending) || Self.otherEndings.contains(ending)
      if kind == .link { return try addLink(path, isImage: isImage, depth: depth) }
      guard isImage else { return }
      add(path, kind == .file ? nil : .notAFile)
    }
  }

  private mutating func add(_ path: RelativePath, _ issue: ImageFolderIssue?) {
    paths.append(path)
    if let issue {
      issues[path] = issue
    } else if !path.text.utf8.elementsEqual(path.bytes) {
      issues[path] = .nameEncoding
    } else if Self.otherEndings.contains(Self.ending(path)) {
      let ending = Self.ending(path)
      issues[path] = .format(ImageFormat(ending: ending)?.rawValue ?? ending.uppercased())
    }
  }

  /// Follows a link if its target is in the folder, and records an issue otherwise.
  private mutating func addLink(_ path: RelativePath, isImage: Bool, depth: Int) throws {
    let target = FileSystem.resolved(root.appendingPathComponent(path.text)).path
    let isInside = ResolvedPath.isInside(target, of: place)
    switch FileStamp(target, following: false)?.kind {
    case .file where isInside: if isImage { add(path, nil) }
    case .folder where isInside && depth < Self.depthLimit:
      let own = FileSystem.resolved(root.appendingPathComponent(path.text).deletingLastPathComponent()).path
      // A link to an enclosing folder would never end.
      if ResolvedPath.isInside(own, of: target) { return add(path, .link(.circular)) }
      try add(FileTree(target), under: path, depth: depth + 1)
    case .folder: add(path, .link(isInside ? .circular : .outside))
    case nil, .link: if isImage { add(path, .link(.dangling)) }
    default: if isImage { add(path, .link(.outside)) }
    }
  }
}
