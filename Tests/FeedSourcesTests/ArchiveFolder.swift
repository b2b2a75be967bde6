import Diagnostics
import FeedReading
import FeedSources
import Foundation
import Projects
import RunSupport
import Support

/// A folder with an archive, read as the feed of a run.
struct ArchiveFolder {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  struct Read {
    var found: FeedFiles
    var ids: [String]
    var diagnostics: [Diagnostic]
    var files: [FeedFile] { found.files }
    var roots: [URL] { files.map { $0.url.deletingLastPathComponent() } + found.archives.map(\.folder) }
  }

  /// - Throws: `RunFailure` if there is no post.
  func read(_ bytes: [UInt8], as name: String = "archive") throws -> Read {
    try folder.write(bytes, to: name)
    return try readAgain(name)
  }

  func readAgain(_ name: String = "archive") throws -> Read {
    let found = find(name)
    var diagnostics: [Diagnostic] = []
    let source = try FeedSource.open(found, keptBytes: 0) { diagnostics.append($0) }
    let posts = source.posts()
    var ids: [String] = []
    while let post = try posts.next() { ids.append(post.id) }
    return Read(found: found, ids: ids, diagnostics: diagnostics)
  }

  /// Returns the diagnostics of an archive without posts.
  func failure(_ bytes: [UInt8]) throws -> [Diagnostic] {
    try folder.write(bytes, to: "archive")
    var diagnostics: [Diagnostic] = []
    _ = try? FeedSource.open(find("archive")) { diagnostics.append($0) }
    return diagnostics
  }

  private func find(_ name: String) -> FeedFiles {
    let file = folder.url.appendingPathComponent(name)
    return FeedFiles.find(of: Project(folder: folder.url, feeds: [file], output: folder.url))
  }

  static func page(_ ids: some Sequence<Int>) -> String {
    let items = ids.map {
      #"{"post_type": "post", "source_id": 1, "post_id": \#($0), "date": \#(1_500_000_000 + $0), "text": "post \#($0)"}"#
    }
    return
      #"{"response": {"items": [\#(items.joined(separator: ", "))], "profiles": [{"id": 1, "first_name": "Anna", "last_name": "K"}]}}"#
  }
}

extension TemporaryFolder {
  func write(_ bytes: [UInt8], to path: String) throws {
    let file = url.appendingPathComponent(path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }
}
