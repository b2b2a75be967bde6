import Foundation
import Support
import Testing

@Suite("Themes with names of their own, from the project file to the pages")
struct ThemeExportTests {
  private func project() throws -> ProofProject {
    let project = try ProofProject(
      posts: ["Hello"],
      settings: """
        scales: 1
        locale: en
        themes:
          light:
          dark:
          high-contrast: [dark, contrast.tokens.json]

        """)
    try project.folder.write(##"{"color": {"text": {"$value": "#FFFF00"}}}"##, to: "contrast.tokens.json")
    return project
  }

  @Test("images, page and manifest have them, and a single one can be asked for")
  func export() throws {
    let project = try project()
    let outcome = try project.run("export", ".", "--quiet")
    #expect(outcome.status == 0, "\(outcome.error)")
    let files = project.files(in: "output").filter { $0.hasSuffix("-expanded.png") }
    #expect(
      files.map { String($0.split(separator: "/").last ?? "") } == [
        "375@1x-dark-expanded.png", "375@1x-high-contrast-expanded.png", "375@1x-light-expanded.png",
      ])
    let page = String(decoding: try project.data("output/index.html"), as: UTF8.self)
    #expect(page.contains(#"<option value="high-contrast">high-contrast</option>"#))
    let alone = try project.run("export", ".", "--theme", "high-contrast", "--output", "alone", "--quiet")
    #expect(alone.status == 0, "\(alone.error)")
    #expect(project.files(in: "alone").contains { $0.hasSuffix("feed/375@1x-high-contrast.png") })
    #expect(try project.run("export", ".", "--theme", "high contrast").status == 2)
  }

  @Test("baselines of them are approved and compared, and removed ones are reported with their theme")
  func compare() throws {
    let project = try project()
    _ = try project.run("compare", ".", "--quiet")
    #expect(try project.run("approve", "--all").status == 0)
    #expect(try project.run("compare", ".", "--quiet").status == 0)
    #expect(project.files(in: "Baselines").contains { $0.contains("375@1x-high-contrast-expanded") })
  }
}
