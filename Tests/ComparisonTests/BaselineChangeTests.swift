import CardRendering
import Comparison
import Drawing
import Files
import Foundation
import ImageComparison
import Support
import Testing

@Suite("Baselines that are approved together")
struct BaselineChangeTests {
  private let folder: TemporaryFolder
  private var store: BaselineStore { BaselineStore(folder.url.appendingPathComponent("Baselines")) }

  init() throws { folder = try TemporaryFolder() }

  private func environment(_ library: String) -> RenderingEnvironment {
    RenderingEnvironment(CompareReport.Environment(name: "", fonts: [], libraries: ["cairo": library]))
  }

  private func approve(_ ids: String..., with library: String) throws {
    let environment = environment(library)
    var change = try BaselineChange(store)
    for id in ids {
      let record = BaselineRecord(
        id: id, width: 1, height: 1, sha256: "00", environment: environment.name,
        layout: LayoutRecord(size: Size(width: 1, height: 1), boxes: []))
      try change.approve(record, png: [], environment: environment, keeping: .digest)
    }
    try change.commit()
  }

  private var environments: [String] { store.names(in: BaselineStore.environments).sorted() }

  @Test("what baselines were drawn with is kept as long as one of them names it")
  func records() throws {
    try approve("p/a", "p/b", with: "1")
    try approve("p/a", with: "2")
    #expect(environments == [environment("1").name, environment("2").name].sorted())
    try approve("p/b", with: "2")
    #expect(environments == [environment("2").name])
  }

  @Test("where a baseline can't be read, what it names is not known, and all records stay")
  func unreadable() throws {
    try approve("p/a", with: "1")
    try folder.write("[", to: "Baselines/p/b.json")
    try approve("p/a", with: "2")
    #expect(environments == [environment("1").name, environment("2").name].sorted())
  }

  @Test("no other baseline is asked if nothing is left behind")
  func others() throws {
    try approve("p/a", with: "1")
    #expect(mkfifo(folder.url.appendingPathComponent("Baselines/p/b.json").path, 0o600) == 0)
    try folder.write("{}", to: "Baselines/environments/unnamed.json")
    try approve("p/a", with: "1")
    #expect(environments == [environment("1").name, "unnamed"].sorted())
    var change = try BaselineChange(store)
    try FileManager.default.removeItem(at: folder.url.appendingPathComponent("Baselines/p/b.json"))
    try change.remove("p/c")
    try change.commit(pruning: true)
    #expect(environments == [environment("1").name])
  }
}
