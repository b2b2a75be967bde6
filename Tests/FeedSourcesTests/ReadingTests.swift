import Foundation
import Projects
import Support
import Testing

@testable import FeedSources

@Suite("Finding feeds and photos")
struct ReadingTests {
  @Test("what the tool wrote into the project's folder is no feed, whatever its folder is called")
  func ownFiles() throws {
    let folder = try TemporaryFolder()
    for path in [
      "page.json", "more/page.json", "output/manifest.json", "Baselines/wall1_1/375@2x-light-expanded.json",
      "part-1/review/report.json", "part-1/review/actual/a.json", "site/manifest.json", "site/cards/wall1_1/a.png",
      "more/manifest.json",
    ] { try folder.write("{}", to: path) }
    let project = Project(folder: folder.url, feeds: [folder.url], output: folder.url.appendingPathComponent("output"))
    let found = FeedFiles.find(of: project).files.map(\.name)
    #expect(found == ["page.json", "more/manifest.json", "more/page.json"])
  }

  @Suite("Photo files")
  struct PhotoFileTests {
    let folder: TemporaryFolder
    let files: PhotoFiles

    init() throws {
      folder = try TemporaryFolder()
      try folder.write("", to: "media/lake.jpg")
      try folder.write("", to: "media/cdn.example/a/b.jpg")
      try folder.write("", to: "pictures/own.png")
      try folder.write("", to: "secret.png")
      files = PhotoFiles(roots: [folder.url.appendingPathComponent("pictures"), folder.url])
    }

    private func name(_ url: String) -> String? {
      guard case .file(let file)? = files.location(of: url) else { return nil }
      return file.lastPathComponent
    }

    @Test("a web address is found by its last part or its whole path under media")
    func byName() {
      #expect(name("https://sun9-1.userapi.com/c1/lake.jpg?size=1x1&sign=2") == "lake.jpg")
      #expect(name("https://cdn.example/a/b.jpg") == "b.jpg")
      #expect(name("https://cdn.example/missing.jpg") == nil)
    }

    @Test("a path is found in any of the feed's folders")
    func byPath() {
      #expect(name("own.png") == "own.png")
      #expect(name("media/lake.jpg") == "lake.jpg")
      #expect(name(folder.url.appendingPathComponent("secret.png").absoluteString) == "secret.png")
    }

    @Test(
      "no address leaves the feed's folders",
      arguments: [
        "../secret.png", "pictures/../../secret.png", "/etc/passwd", "https://x/..", "https://x/%2e%2e/secret.png",
      ])
    func staysInside(url: String) {
      let inner = PhotoFiles(roots: [folder.url.appendingPathComponent("pictures")])
      #expect(inner.location(of: url) == nil)
    }

    @Test("a data URL holds its own bytes")
    func inline() {
      #expect(files.location(of: "data:image/png;base64,AQID") == .inline([1, 2, 3]))
      #expect(files.location(of: "data:,A%20b") == .inline(Array("A b".utf8)))
      #expect(files.location(of: "data:image/png;base64") == nil)
    }
  }
}
