import Export
import Files
import Foundation
import Site
import Support

/// A digest whose bytes are all the same.
func digest(_ byte: UInt8) -> Digest {
  Digest(repeatElement(byte, count: 32)) ?? Digest([UInt8](repeating: 0, count: 32))!
}

enum Sample {
  static let key = CardKey(content: digest(1), photos: digest(2), design: digest(3))
  static let designs = [digest(3): DesignComponents(["tokens": digest(4)])]

  static func card(
    _ name: String, key: CardKey = key, stamp: Digest? = digest(5), initial: Double = 100, entry: String = "{}"
  ) -> NewCard {
    let story = #"{"a":"Ann","t":"2024-05-01T10:00:00Z","w":[1],"p":[["text","\#(name)",[]],["date","1:00"]]}"#
    let layouts = [375, 320].map {
      SiteEntry.Layout(width: $0, expanded: initial, collapsed: nil, places: "[\($0)]", boxes: "[2]")
    }
    return NewCard(
      StoredCardText(
        name: name, entry: entry,
        page: SiteEntry(id: name, story: story, search: SearchFields(story: story), layouts: layouts.reversed())),
      key: key, stamp: stamp, diagnostics: [],
      files: [
        StoredFile(
          path: RelativePath("cards/\(name)/1.png")!, bytes: 7, modified: 1_500_000_000_123_456_789, sha256: digest(6))
      ])
  }
}

/// A store in its own folder.
struct StoreFolder {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  var file: URL { folder.url.appendingPathComponent(ExportStore.fileName) }

  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.url.path)) ?? []).sorted()
  }

  func open(report: (String) -> Void = { _ in }) throws -> ExportStore {
    try ExportStore.open(file) { report($0.message) }
  }
}
