import Foundation
import Support
import Testing

@Suite("Exports over a broken store", .timeLimit(.minutes(30)))
struct BrokenStoreTests {
  private static let store = "out/.feedproof/store.sqlite"

  /// Breaks the store of an exported feed with `change`, and expects the next exports to rebuild it.
  private func expectRebuilt(_ change: (CrashProject, URL) throws -> Void) throws {
    let project = try CrashProject()
    try #require(try project.export("a").status == 0)
    try change(project, project.folder.url.appendingPathComponent(Self.store))
    for _ in 0..<2 {
      let outcome = try project.export("b")
      #expect(outcome.status == 0, "\(outcome.error)")
    }
    try #require(try project.export("b", to: "cold").status == 0)
    #expect(try project.tree() == project.tree("cold"))
  }

  @Test("a pipe, a folder, an empty file, or anything else in its place is no obstacle")
  func replaced() throws {
    try expectRebuilt { project, store in
      try FileManager.default.removeItem(at: store)
      try #require(mkfifo(store.path, 0o600) == 0)
    }
    try expectRebuilt { project, store in
      try FileManager.default.removeItem(at: store)
      try project.folder.write("mine", to: "\(Self.store)/notes.txt")
    }
    try expectRebuilt { _, store in try Data().write(to: store) }
  }

  @Test("a link is not followed")
  func link() throws {
    var (outside, before) = (URL(fileURLWithPath: "/"), Data())
    try expectRebuilt { project, store in
      outside = project.folder.url.appendingPathComponent("mine.sqlite")
      try FileManager.default.moveItem(at: store, to: outside)
      before = try Data(contentsOf: outside)
      try FileManager.default.createSymbolicLink(at: store, withDestinationURL: outside)
      let outcome = try project.export("a")
      #expect(outcome.status == 0 && outcome.error.contains("store.set-aside"))
      #expect(try Data(contentsOf: outside) == before)
    }
  }

  @Test("damage in the middle of it costs time and nothing else", arguments: [2, 4, 6, 8, 10, 12])
  func damage(page: Int) throws {
    try expectRebuilt { _, store in
      var bytes = try Data(contentsOf: store)
      let start = (page - 1) * 4096
      try #require(bytes.count >= start + 4096)
      bytes.replaceSubrange(start..<start + 4096, with: repeatElement(0xA5, count: 4096))
      try bytes.write(to: store)
    }
  }
}
