import Basics
import DataFormats
import Documents
import Drawing
import FeedReading
import Files
import Foundation
import Projects
import RunSupport
import Site

/// Pages that show a post in every skin, served next to the output as `faces/POST.html`, and images of it in one skin
/// and theme as `faces/POST/SKIN.THEME.png`. They are drawn on request and never stored in a folder.
package struct SkinsPage: LiveSite {
  private static let folder = "faces"

  /// The live site that handles other requests; nil for none.
  let inner: (any LiveSite)?
  let project: Project
  let environment: Environment

  package init(inner: (any LiveSite)?, project: Project, environment: Environment) {
    self.inner = inner
    self.project = project
    self.environment = environment
  }

  package var offers: [String] { [Self.folder] + (inner?.offers ?? []) }

  package func file(_ path: String) async -> GeneratedFile? {
    let names = path.split(separator: "/").map(String.init)
    guard names.first == Self.folder else { return await inner?.file(path) }
    if names.count == 3 { return image(of: names[1], named: names[2]) }
    guard names.count == 2, names[1].hasSuffix(".html") else { return nil }
    let page = page(of: String(names[1].dropLast(5)))
    return GeneratedFile(name: names[1], bytes: Data(page.utf8))
  }

  package func news(_ asked: [String: String]) async -> Data { await inner?.news(asked) ?? Data("{}".utf8) }

  package func finish() { inner?.finish() }

  /// Returns a page that labels each skin, or gives the reason if nothing could be drawn.
  private func page(of post: String) -> String {
    let names = Service.faces.map { "<span>\(Markup.html($0))</span>" }.joined()
    var content: String
    do {
      let (width, picture) = try picture(of: post)
      content =
        "<header style=\"width:\(width)px\">\(names)</header>"
        + "<img width=\"\(width)\" alt=\"\" src=\"data:image/png;base64,\(Data(picture).base64EncodedString())\">"
    } catch {
      content = "<pre>\(Markup.html(reasons(error)))</pre>"
    }
    return """
      <!doctype html>
      <meta charset="utf-8">
      <title>\(Markup.html(post))</title>
      <style>
      :root { color-scheme: light dark; }
      body { margin: 0; font: 13px/32px Inter, system-ui, sans-serif; }
      header { display: flex; }
      header > span { flex: 1; text-align: center; }
      img { display: block; }
      pre { margin: 16px; line-height: 1.5; white-space: pre-wrap; }
      </style>
      \(content)

      """
  }

  /// Returns a post's card in one skin.
  ///
  /// - Parameter name: The names of the skin and of a theme of the project: `bluesky.dark.png`.
  private func image(of post: String, named name: String) -> GeneratedFile? {
    let parts = name.split(separator: ".").map(String.init)
    guard parts.count == 3, parts[2] == "png", Service.faces.contains(parts[0]), project.themes.contains(parts[1])
    else {
      return nil
    }
    var project = ImageRequest.project(project, asked: ProjectOverrides())
    (project.face, project.cards, project.tokens, project.serviceCards) = (parts[0], nil, [], [:])
    project.themes = [parts[1]]
    var request = ImageRequest()
    request.post = post
    guard let bytes = try? image(request, of: project) else { return nil }
    return GeneratedFile(name: name, bytes: Data(bytes))
  }

  private func image(_ request: ImageRequest, of project: Project) throws -> [UInt8] {
    var bytes: [UInt8] = []
    let run = ImageRun(project: project, request: request, context: RunContext(environment.renewed))
    _ = try run.run { part, _ in bytes += part }
    return bytes
  }

  private func reasons(_ error: any Error) -> String {
    RunFailure(stopping: error).diagnostics.map { "\($0)" }.joined(separator: "\n")
  }

  /// Returns the image and its width in points.
  private func picture(of post: String) throws -> (width: Int, bytes: [UInt8]) {
    let project = ImageRequest.project(project, asked: ProjectOverrides())
    var request = ImageRequest()
    (request.post, request.hasAllFaces) = (post, true)
    return (project.widths[0] * Service.faces.count, try image(request, of: project))
  }
}
