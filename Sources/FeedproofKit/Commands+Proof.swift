import Diagnostics
import Foundation
import Proof

extension Commands {
  /// `feedproof diff`
  ///
  /// - Parameter masks: x, y, width, height of what is not compared, in pixels.
  /// - Throws: `RunFailure`, with status `different` when the pictures are.
  package static func diff(
    _ first: String, _ second: String, threshold: Double, countsAntialiased: Bool, masks: [[Int]], output: String?,
    json: Bool
  ) throws {
    let environment = Environment.process()
    let masks = try masks.map { values in
      guard values.count == 4, values[2] > 0, values[3] > 0, values.allSatisfy({ abs($0) <= 1 << 31 }) else {
        let issue = KitIssue.optionValue(
          option: "--mask", value: values.map(String.init).joined(separator: ","),
          expected: "x,y,width,height in pixels")
        throw RunFailure(.brokenInput, Diagnostic(issue))
      }
      return PixelRect(x: values[0], y: values[1], width: values[2], height: values[3])
    }
    let comparison = PixelComparison(threshold: threshold, countsAntialiased: countsAntialiased, masks: masks)
    let run = DiffRun(
      first: environment.url(first), second: environment.url(second), comparison: comparison,
      output: output.map(environment.url))
    let verdict = try run.run()
    StandardStream.output.write(
      json ? String(decoding: try JSONText.pretty(verdict), as: UTF8.self) : verdict.text)
    if verdict.verdict != .same { throw RunFailure(.different) }
  }
}
