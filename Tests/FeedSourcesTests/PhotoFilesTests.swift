import FeedSources
import Foundation
import Projects
import Support
import Testing

@Suite("Photo files")
struct PhotoFilesTests {
  let folder: TemporaryFolder
  /// `pictures`, which contains a link that leads out of it, and its parent folder.
  let files: PhotoFiles
  /// `pictures` only.
  let inner: PhotoFiles

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("", to: "media/lake.jpg")
    try folder.write("", to: "media/cdn.example/a/b.jpg")
    try folder.write("", to: "pictures/own.png")
    try folder.write("", to: "secret.png")
    try folder.write("", to: "private/secret.png")
    let pictures = folder.url.appendingPathComponent("pictures")
    for (name, target) in [
      ("link.png", "../secret.png"), ("media", "../private"), ("inside.png", "own.png"), ("gone.png", "../nothing.png"),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: pictures.appendingPathComponent(name).path, withDestinationPath: target)
    }
    files = PhotoFiles(roots: [pictures, folder.url])
    inner = PhotoFiles(roots: [pictures])
  }

  private func name(_ url: String, in files: PhotoFiles? = nil) -> String? {
    guard case .file(let path, _)? = (files ?? self.files).location(of: url) else { return nil }
    return URL(fileURLWithPath: path).lastPathComponent
  }

  private func address(_ path: String) -> String { folder.url.appendingPathComponent(path).absoluteString }

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
    #expect(name("./media/../secret.png") == "secret.png")
    #expect(name(folder.url.path + "/secret.png") == "secret.png")
    #expect(name(address("secret.png")) == "secret.png")
  }

  @Test(
    "a path that leads out of the folders is outside, whether something is there or not",
    arguments: [
      "../secret.png", "pictures/../../secret.png", "../pictures/../secret.png", "/etc/passwd", "/no/such/file",
      "file:///etc/passwd", "file:///no/such/file", "FILE:///etc/passwd", "file:/etc/passwd", "..",
      "media/../../secret.png",
    ])
  func leadsOut(url: String) {
    #expect(inner.find(url) == .outside)
    #expect(inner.location(of: url) == nil)
  }

  @Test("a file address out of the folders is outside, however it is written")
  func fileAddresses() {
    for path in [
      "secret.png", "pictures/../secret.png", "pictures/%2e%2e/secret.png", "pictures/link.png", "other.png",
    ] {
      #expect(inner.find(folder.url.absoluteString + path) == .outside, "\(path)")
    }
    #expect(inner.find(address("pictures/other.png")) == .missing)
    #expect(name(address("pictures/own.png"), in: inner) == "own.png")
  }

  @Test("a link is what it leads to: outside, unless its target's folder is named too")
  func links() {
    #expect(inner.find("link.png") == .outside)
    #expect(inner.find("media/secret.png") == .outside)
    #expect(inner.find("https://cdn.example/a/secret.png") == .outside)
    #expect(name("inside.png", in: inner) == "own.png")
    #expect(name("link.png") == "secret.png")
    #expect(inner.find("gone.png") == .missing)
  }

  @Test("a folder that is a link itself holds its photos")
  func linkedFolder() throws {
    let link = folder.url.appendingPathComponent("linked")
    try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "pictures")
    let linked = PhotoFiles(roots: [link])
    #expect(name("own.png", in: linked) == "own.png")
    #expect(name(address("linked/own.png"), in: linked) == "own.png")
    #expect(linked.find(address("linked/other.png")) == .missing)
  }

  @Test(
    "parts of a web address are names and nothing else", arguments: ["https://x/..", "https://x/%2e%2e/secret.png"])
  func webAddresses(url: String) {
    #expect(inner.find(url) == .missing)
  }

  @Test("a pipe, a device or a folder is no photo")
  func special() throws {
    let pictures = folder.url.appendingPathComponent("pictures").path
    #expect(mkfifo(pictures + "/pipe.png", 0o600) == 0)
    try FileManager.default.createDirectory(atPath: pictures + "/folder.png", withIntermediateDirectories: false)
    #expect(inner.find("pipe.png") == .missing)
    #expect(inner.find("folder.png") == .missing)
    #expect(PhotoFiles(roots: [URL(fileURLWithPath: "/dev")]).find("zero") == .missing)
  }

  @Test("a data URL holds its own bytes")
  func inline() {
    #expect(files.location(of: "data:image/png;base64,AQID") == .inline([1, 2, 3]))
    #expect(files.location(of: "data:,A%20b") == .inline(Array("A b".utf8)))
    #expect(files.location(of: "data:image/png;base64") == nil)
  }
}
