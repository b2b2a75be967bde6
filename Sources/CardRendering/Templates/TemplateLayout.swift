import CardTemplates
import Cards
import Diagnostics
import Drawing
import Files
import Foundation
import Layout
import Projects
import Raster
import RunSupport

/// `feedproof template layout`: prints the boxes of a template that needs no data.
package struct TemplateLayout {
  package struct Options: Sendable {
    /// The minimum size as `WIDTHxHEIGHT`, in points. In the maximum, either side may be `inf`.
    package var minimum = "0x0"
    package var maximum = "infxinf"
    /// Device pixels per point, to which boxes are rounded.
    package var scale = 2
    /// Token files to use instead of those that the template or its project names.
    package var tokens: [String] = []
    package var fontLock: String?
    /// The language, which determines the direction of rows. Nil uses that of the template's project, else English.
    package var language: Language?

    package init() {}
  }

  private let environment: Environment
  private let options: Options

  package init(environment: Environment, options: Options) {
    self.environment = environment
    self.options = options
  }

  package func text(of file: String, json: Bool) throws -> (text: String, diagnostics: [Diagnostic]) {
    let range = SizeRange(
      min: try size(options.minimum, option: "--min", allowsInfinity: false),
      max: try size(options.maximum, option: "--max", allowsInfinity: true))
    guard Project.scaleRange.contains(options.scale) else {
      let expected = "from \(Project.scaleRange.lowerBound) to \(Project.scaleRange.upperBound)"
      throw wrong("--scale", String(options.scale), expected)
    }
    let reading = TemplateValidation(
      alone: file, tokens: options.tokens, fontLock: options.fontLock, language: options.language,
      environment: environment)
    guard let template = reading.template else { throw RunFailure(reading.shown.diagnostics) }
    guard template.model == TemplateContext.noModel else {
      throw Diagnostic(TemplateFileIssue.needsData(card: template.model), at: Place(file: file))
    }
    let fonts = try FontLoading.fonts(lock: reading.fontLock, environment: environment)
    let engine = LayoutEngine(measuring: Typesetter(fonts: fonts), scale: Double(options.scale))
    let layout = engine.layOut(template.spec(for: .record([:])), in: range)
    let shown = LayoutDocument(template: file, layout: layout)
    let problems = layout.problems.uniqued().map { Diagnostic(CardIssue.layoutProblem($0), at: Place(file: file)) }
    let text = json ? String(decoding: try JSONText.pretty(shown), as: UTF8.self) : shown.text + "\n"
    return (text, reading.shown.diagnostics + problems)
  }

  /// Parses `300x480`. `inf` means unlimited.
  private func size(_ text: String, option: String, allowsInfinity: Bool) throws -> Size {
    let expected = "a size in points like 320x0" + (allowsInfinity ? " or 320xinf" : "")
    let sides = text.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { side -> Double? in
      if side == "inf" || side == "infinity" { return allowsInfinity ? .infinity : nil }
      return Double(side).flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
    }
    guard sides.count == 2, let width = sides[0], let height = sides[1] else { throw wrong(option, text, expected) }
    return Size(width: width, height: height)
  }

  private func wrong(_ option: String, _ value: String, _ expected: String) -> Diagnostic {
    Diagnostic(ProjectIssue.optionValue(option: option, value: value, expected: expected))
  }
}
