import Diagnostics
import Export
import Files
import Foundation
import OutputTransactions
import Support
import Testing

@Suite("After an export is published")
struct ConclusionTests {
  /// An update that removes nothing.
  private final class Update: OutputUpdate {
    let failure: FileError?

    init(failing failure: FileError? = nil) { self.failure = failure }

    func keep(_ path: RelativePath) {}
    func take(_ path: RelativePath) {}
    func write(_ path: RelativePath, _ body: (FileSink) throws -> Void) {}
    func commit() {}
    func cleanUp() throws { if let failure { throw failure } }
    func abandon() {}
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func conclude(_ update: Update, closed: Bool = false) throws -> [Diagnostic] {
    let store = try ExportStore.open(folder.url.appendingPathComponent("store.sqlite"))
    if closed { try store.close() }
    var told: [Diagnostic] = []
    try OutputPublishing.conclude(update, store, []) { told.append($0) }
    return told
  }

  @Test("a disk that is full then is a warning that says that all is published")
  func fullDisk() throws {
    let told = try conclude(Update(failing: FileError("/out/x", .system(ENOSPC))))
    #expect(told.map(\.code) == ["output.not-concluded"] && told.first?.severity == .warning)
    #expect(told.first?.message.hasSuffix("No space left on device") == true && told.first?.place?.file == "/out/x")
  }

  @Test("a store that can't be written then is one too")
  func store() throws {
    #expect(try conclude(Update(), closed: true).map(\.code) == ["output.not-concluded"])
  }

  @Test("without problems nothing is reported")
  func good() throws {
    #expect(try conclude(Update()).isEmpty)
  }

  @Test("an output that holds the project, or its feed, is the same folder afterwards", arguments: [".", "posts"])
  func above(output: String) async throws {
    let project = try IncrementalProject()
    let post = #"{"type":"post","source_id":1,"post_id":1,"date":1542566400,"text":"One"}"#
    try project.folder.write(WrittenFeed.document([post]), to: "posts/feed.json")
    let path = project.folder.url.appendingPathComponent(output).path
    project.change = { [folder = project.folder] in
      $0.feeds = [folder.url.appendingPathComponent("posts/feed.json")]
      $0.output = URL(fileURLWithPath: path)
    }
    let before = try #require(FileStamp(path, following: false))
    try await project.export()
    #expect(FileStamp(path, following: false)?.inode == before.inode)
    #expect(FileStamp("\(path)/index.html", following: false) != nil)
  }
}
