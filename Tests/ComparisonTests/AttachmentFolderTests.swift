import Comparison
import Files
import Foundation
import Support
import Testing

@Suite("Attachments of JUnit reports")
struct AttachmentFolderTests {
  @Test(
    "paths start where the CI server looks from",
    arguments: [
      ([:], "output/review/"), (["CI_PROJECT_DIR": "/builds/group"], "cards/output/review/"),
      (["CI_PROJECT_DIR": "/elsewhere"], "/builds/group/cards/output/review/"),
      (["WORKSPACE": "/builds/group"], "/builds/group/cards/output/review/"),
    ] as [([String: String], String)])
  func start(variables: [String: String], path: String) {
    var environment = Environment.process()
    environment.variables = variables
    environment.workingFolder = URL(fileURLWithPath: "/builds/group/cards")
    let folder = URL(fileURLWithPath: "/builds/group/cards/output/review")
    #expect(AttachmentFolder.path(of: folder, environment) == path)
  }
}
