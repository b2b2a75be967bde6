import Diagnostics
import Drawing
import Files
import Foundation
import Prefetching
import Projects
import Support
import Testing

@Suite("Flags over a project's file")
struct ProjectOverridesTests {
  private let environment = Environment.tests(in: URL(fileURLWithPath: "/project", isDirectory: true))

  private func read(_ text: String) throws -> Project {
    try ProjectFile.read(text, in: URL(fileURLWithPath: "/project", isDirectory: true))
  }

  @Test("flags win over the file, and are checked")
  func overrides() throws {
    let folder = try TemporaryFolder()
    try folder.write("widths: [414]\nlocale: en\n", to: "feedproof.yml")
    var environment = Environment.process()
    environment.workingFolder = folder.url
    var overrides = ProjectOverrides()
    overrides["widths"] = ["320", "320", "375"]
    overrides["themes"] = ["dark", "light"]
    let project = try Project.load(inputs: ["."], overrides: overrides, environment: environment)
    #expect(project.widths == [320, 375])
    #expect(project.themes == ["light", "dark"])
    #expect(project.locale == .en)

    overrides["widths"] = ["3"]
    #expect(throws: DiagnosticList.self) {
      try Project.load(inputs: ["."], overrides: overrides, environment: environment)
    }
  }

  @Test("a quality of photos without an encoding that has one is a mistake, wherever it stands")
  func qualityOfPNG() throws {
    #expect(throws: DiagnosticList.self) { try read("photoQuality: 75") }
    var overrides = ProjectOverrides()
    overrides["photoQuality"] = ["75"]
    #expect(throws: Diagnostic.self) { try overrides.apply(to: read("locale: en"), environment: environment) }
    #expect(try overrides.apply(to: read("encoding: webp"), environment: environment).photoQuality == 75)
    overrides["photoQuality"] = nil
    overrides["encoding"] = ["png"]
    let project = try overrides.apply(to: read("encoding: webp\nphotoQuality: 75"), environment: environment)
    #expect(project.encoding == .png)
  }

  @Test(
    "a feed's image that no file of the encoding holds is refused", arguments: [(ImageEncoding.png, 4), (.webp, 3)])
  func tooTall(encoding: ImageEncoding, scale: Int) throws {
    var overrides = ProjectOverrides()
    (overrides["encoding"], overrides["feedHeight"]) = ([encoding.rawValue], [encoding == .png ? "9000" : "6000"])
    overrides["scales"] = ["\(scale)"]
    #expect(throws: Diagnostic.self) { try overrides.apply(to: read("locale: en"), environment: environment) }
    overrides["scales"] = ["\(scale - 1)"]
    _ = try overrides.apply(to: read("locale: en"), environment: environment)
  }

  @Test(
    "prefetch flags are checked",
    arguments: [(["photo=3"], 3.0), (["photo=x"], nil), (["photo"], nil), (["foto=1"], nil), (["photo=-1"], nil)])
  func prefetchFlags(weights: [String], photo: Double?) {
    var overrides = ProjectOverrides()
    overrides["prefetchWeights"] = weights
    let project = try? Project.load(inputs: ["/"], overrides: overrides, environment: .process())
    #expect(project?.prefetch.photo == photo)
  }

  @Test("an input that is not there is an error that names it")
  func missingInput() {
    let error = #expect(throws: DiagnosticList.self) {
      try Project.load(inputs: ["/nowhere/feed.json"], overrides: ProjectOverrides(), environment: .process())
    }
    #expect(error?.diagnostics.first?.description.hasPrefix("error[input.missing]: /nowhere/feed.json: ") == true)
  }
}
