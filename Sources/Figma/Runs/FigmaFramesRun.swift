import Basics
import DataFormats
import Diagnostics
import Files
import Foundation
import Projects

/// `feedproof figma frames`: lists the frames of a design and writes a list of cases for them.
package struct FigmaFramesRun {
  private let environment: Environment
  private let answers: FigmaResponses
  private let design: URL
  /// The frames with their layers.
  package let report: Report

  /// - Throws: `Diagnostic` if the path contains no design.
  package init(_ path: String, _ environment: Environment) throws(Diagnostic) {
    self.environment = environment
    design = environment.url(path)
    answers = try FigmaResponses(path, environment)
    let first = try answers.design(path)
    report = Report(answers.designs, name: first.name)
  }

  /// Warnings about parts of the responses that were skipped.
  package var problems: [Diagnostic] { answers.problems }

  /// The frames of a design.
  package struct Report: Encodable, Sendable {
    struct Frame: Encodable, Sendable {
      var id: String
      var name: String
      var page: String?
      var width: Double?
      var height: Double?
      var hidden: Bool
      var texts: [String]
      /// The number of layers with a name given by a designer.
      var named: Int
    }

    package var name: String?
    var frames: [Frame]

    /// - Parameters:
    ///   - designs: The files of a design, and nodes that were saved separately.
    ///   - name: The name of the design.
    package init(_ designs: [FigmaFile], name: String?) {
      self.name = name
      var known: Set<[String]> = []
      frames = designs.flatMap(\.frames).filter { known.insert([$0.id, $0.name]).inserted }.map { frame in
        Frame(
          id: frame.id, name: frame.name, page: frame.page, width: frame.size?.width, height: frame.size?.height,
          hidden: frame.isHidden, texts: frame.texts, named: frame.named)
      }
    }

    package var text: String {
      guard !frames.isEmpty else { return "the design has no frames\n" }
      return frames.map { frame in
        let size = frame.width.flatMap { width in frame.height.map { "  \(width.short) × \($0.short)" } } ?? ""
        let words = frame.texts.prefix(3).map { "“\($0.prefix(30).split(separator: "\n").joined(separator: " "))”" }
        let more = frame.texts.count > 3 ? ", …" : ""
        let said = words.isEmpty ? "" : "  \(words.joined(separator: ", "))\(more)"
        let line = "\(frame.id)  \(frame.name)\(size)\(frame.hidden ? ", hidden" : "")\(said)"
        return PlainText.piece(line) + "\n"
      }.joined()
    }
  }

  /// The left and right margins of a card in the news feed's tokens together, in points.
  private static let margins = 16
  /// Common widths of phone screens, in points. A frame of such a width is an entire screen, any other a card.
  private static let screens: Set = [320, 360, 375, 384, 390, 393, 402, 411, 412, 414, 428, 430, 440]

  /// Writes a case for each visible frame with named layers. The user fills in which post each one shows.
  ///
  /// - Throws: `Diagnostic` if the file exists.
  package func write(to list: String) throws {
    let url = environment.url(list)
    let folder = url.deletingLastPathComponent().standardizedFileURL
    // If the user named a folder, the list names the folder too: it also contains images and variables.
    let design = design.standardizedFileURL.path
    let inside = design == folder.path ? "." : String(design.dropFirst(folder.path.count + 1))
    let shown = design == folder.path || design.hasPrefix(folder.path + "/") ? inside : design
    var text = """
      \(InputSchema.line("cases"))# Frames of \(YAMLText.comment(report.name ?? "a design")). Add the post of each (feedproof list prints ids), and its
      # theme if it is not light. width is the screen's: 16 more than a card's, or the frame's own if the frame is an entire
      # screen; crop then says where the card is. Images come from the design, or from mockup.
      defaults:
        figma: \(YAMLText.quoted(shown))
      cases:

      """
    var names = CaseNames()
    // Ids are unique only within a file.
    let counts = Dictionary(report.frames.map { ($0.id, 1) }, uniquingKeysWith: +)
    for frame in report.frames where frame.named > 0 && !frame.hidden {
      let name = names.take(frame.name)
      let reference = counts[frame.id, default: 1] > 1 ? frame.name : frame.id
      text += "  - name: \(YAMLText.quoted(name))\n    frame: \(YAMLText.quoted(reference))\n"
      if let width = frame.width.flatMap({ Int(exactly: $0.rounded()) }) {
        // plain: a number
        text += "    width: \(Self.screens.contains(width) ? width : width.saturatingAdd(Self.margins))\n"
      }
      text += "    post: \"\"\n"
    }
    let name: RelativePath = try .checked(url.lastPathComponent)
    guard try OutputFolder(folder).write(Array(text.utf8), to: name, replacing: false) else {
      throw Diagnostic(FigmaRunIssue.listInTheWay, at: Place(file: list))
    }
  }
}

extension Double {
  /// The number without a decimal point if it is whole, else with at most two decimal places.
  fileprivate var short: String {
    let rounded = (self * 100).rounded() / 100
    return Int(exactly: rounded).map(String.init) ?? String(rounded)
  }
}

/// Case names derived from frame names: unique, and valid as file names.
private struct CaseNames {
  private var taken: Set<String> = []

  mutating func take(_ name: String) -> String {
    // Work on scalars: a combining mark would hide the slash before it.
    let scalars = name.unicodeScalars.map { $0 == "/" || $0.properties.isWhitespace ? "-" : $0 }.drop { $0 == "." }
    var safe = String(String.UnicodeScalarView(scalars))
    if safe.isEmpty { safe = "frame" }
    var (unique, number) = (safe, 2)
    while !taken.insert(unique).inserted {
      unique = "\(safe)-\(number)"
      number += 1
    }
    return unique
  }
}
