import Foundation
import Server
import Support
import Testing

@Suite("Files that are served")
struct ServedFolderTests {
  private let folder: TemporaryFolder
  private let served: ServedFolder

  init() throws {
    folder = try TemporaryFolder()
    for path in [
      "out/index.html", "out/review/index.html", "out/review/a b.png", "out/empty/x.txt", "out/.hidden/x.txt",
      "out/.env", "secret.txt", "outside/x.txt", "Baselines/a/1.png", "Baselines/a/1.json",
    ] { try folder.write(path, to: path) }
    for (name, target) in [
      ("inside.html", "review/index.html"), ("file-out.txt", "../secret.txt"), ("folder-out", "../outside"),
      ("loop", "loop"),
    ] {
      let link = folder.url.appendingPathComponent("out/\(name)")
      try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: target)
    }
    served = ServedFolder(folder.url.appendingPathComponent("out"))
  }

  private func find(_ path: String, in served: ServedFolder? = nil) throws -> String? {
    switch (served ?? self.served).find(try #require(RequestPath(path))) {
    case .file(let file, _): try String(contentsOf: file, encoding: .utf8)
    case .folder: "folder"
    case .nothing: nil
    }
  }

  @Test(
    "files, the pages of folders, and links that stay inside",
    arguments: [
      ("/", "out/index.html"), ("/index.html", "out/index.html"), ("/review/", "out/review/index.html"),
      ("/review", "folder"), ("/review/a%20b.png", "out/review/a b.png"), ("/inside.html", "out/review/index.html"),
    ])
  func found(path: String, contents: String) throws {
    #expect(try find(path) == contents)
  }

  @Test(
    "nothing that is hidden, leads out, or is not a file",
    arguments: [
      "/nothing", "/.env", "/.hidden/x.txt", "/file-out.txt", "/folder-out/x.txt", "/folder-out/", "/folder-out",
      "/loop",
      "/empty/", "/empty", "/index.html/", "/index.html/x",
    ])
  func hidden(path: String) throws {
    #expect(try find(path) == nil)
  }

  @Test("a folder under a prefix shows what it may, and nothing next to the prefix")
  func prefix() throws {
    let baselines = ServedFolder(folder.url.appendingPathComponent("Baselines"), at: ["Baselines"], showing: ["png"])
    #expect(try find("/Baselines/a/1.png", in: baselines) == "Baselines/a/1.png")
    for path in ["/Baselines/a/1.json", "/a/1.png", "/Baselines", "/Baselines/", "/"] {
      #expect(try find(path, in: baselines) == nil)
    }
  }
}
