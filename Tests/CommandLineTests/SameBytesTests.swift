import Foundation
import Support
import Testing

@Suite("Same bytes everywhere")
struct SameBytesTests {
  /// Returns every file in the folder, except for the state folder.
  private func contents(of folder: URL) throws -> [String: Data] {
    var files: [String: Data] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
      if path.hasPrefix(".feedproof/") { continue }
      let file = folder.appendingPathComponent(path)
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder), !isFolder.boolValue else {
        continue
      }
      files[path] = try Data(contentsOf: file)
    }
    return files
  }

  /// Creates texts in several scripts with emoji and links, a photo, and a carousel.
  private func makeFeed(in folder: TemporaryFolder) throws {
    let photo = Checkout.url("Examples/newsfeed/media")
    let names = ["bread_604.jpg", "pie_604.jpg"]
    for name in names {
      try FileManager.default.createDirectory(
        at: folder.url.appendingPathComponent("media"), withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        at: photo.appendingPathComponent(name), to: folder.url.appendingPathComponent("media/\(name)"))
    }
    let photos = names.map {
      #"{"type":"photo","photo":{"id":1,"sizes":[{"url":"media/\#($0)","width":604,"height":403}]}}"#
    }
    let texts = [
      "Привет, мир! 👩‍🚀🇫🇮 #утро https://example.org/a", "الثلج يتساقط · שלג · बर्फ़ · 雪が降る · 눈", "Ещё раз",
    ]
    let items = texts.enumerated().map { index, text in
      #"{"type":"post","source_id":1,"post_id":\#(index + 1),"date":\#(1_542_566_400 - index * 90_000),"text":"\#(text)","attachments":[\#(photos.prefix(index).joined(separator: ","))],"likes":{"count":12345}}"#
    }
    try folder.write(
      #"{"items":[\#(items.joined(separator: ","))],"profiles":[{"id":1,"first_name":"А","last_name":"Б"}],"groups":[]}"#,
      to: "feed.json")
  }

  @Test("two exports are the same, whatever the machine's surroundings")
  func sameBytes() throws {
    let folder = try TemporaryFolder()
    try makeFeed(in: folder)
    try folder.write(
      """
      <?xml version="1.0"?><fontconfig><dir>/usr/share/fonts/truetype/dejavu</dir>
      <alias binding="same"><family>Inter</family><prefer><family>DejaVu Serif</family></prefer></alias></fontconfig>
      """, to: "other-fonts.conf")
    try folder.write("", to: "elsewhere/empty")
    let feed = folder.url.appendingPathComponent("feed.json").path
    func export(_ name: String, jobs: String, environment: [String: String?] = [:], from start: URL) throws -> [String:
      Data]
    {
      let output = folder.url.appendingPathComponent(name)
      let outcome = try Tool.run(
        ["export", feed, "--output", output.path, "--jobs", jobs, "--theme", "light,dark", "--feed-height", "700"],
        environment: environment, in: start)
      try #require(outcome.status == 0, "\(outcome.error)")
      return try contents(of: output)
    }
    let plain = try export("a", jobs: "1", from: folder.url)
    let odd = try export(
      "b", jobs: "3",
      environment: [
        "TZ": "Pacific/Kiritimati", "LANG": "tr_TR.UTF-8", "LC_ALL": "de_DE.UTF-8", "LANGUAGE": "ja",
        "PANGO_LANGUAGE": "ja", "HOME": folder.url.appendingPathComponent("elsewhere").path, "XDG_CONFIG_HOME": nil,
        "FONTCONFIG_FILE": folder.url.appendingPathComponent("other-fonts.conf").path,
      ], from: folder.url.appendingPathComponent("elsewhere"))
    #expect(plain.keys.sorted() == odd.keys.sorted())
    for (path, bytes) in plain { #expect(odd[path] == bytes, "\(path) differs") }
    // At least three posts in two themes, two carousel pages in two themes, two feed images, and a manifest.
    #expect(plain.count { $0.key.hasSuffix(".png") } == 12)
  }

  @Test("Ctrl-C ends an export before its end and leaves no half-written file", .timeLimit(.minutes(20)))
  func interruption() throws {
    let folder = try TemporaryFolder()
    let output = folder.url.appendingPathComponent("out")
    let running = try Tool.start(
      ["export", "Examples/newsfeed", "--output", output.path, "--scale", "2,3", "--width", "375", "--theme", "light"])
    // Wait until it renders.
    while running.process.isRunning,
      (try? FileManager.default.subpathsOfDirectory(atPath: output.path))?.contains(where: { $0.hasSuffix(".png") })
        != true
    {
      Thread.sleep(forTimeInterval: 0.02)
    }
    kill(running.process.processIdentifier, SIGINT)
    // A completed run would have returned 0.
    #expect(running.outcome().status == 130)
    #expect(!FileManager.default.fileExists(atPath: output.appendingPathComponent("manifest.json").path))
    let left = try FileManager.default.subpathsOfDirectory(atPath: output.path)
    #expect(!left.contains { $0.contains(".partial") })
    for path in left where path.hasSuffix(".png") {
      let bytes = try Data(contentsOf: output.appendingPathComponent(path))
      // The last chunk of every complete PNG (RFC 2083): length 0, IEND, its CRC.
      #expect(bytes.suffix(12) == Data([0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]))
    }
  }
}
