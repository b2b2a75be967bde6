import Basics
import DataFormats
import Diagnostics
import Drawing

/// Reads view hierarchies of every format, detecting the format by the content.
package enum ScreenReader {
  /// The number of characters to examine for the format.
  private static let headLength = 1 << 16

  /// - Parameter picture: The size of the matching screenshot, for the scale.
  /// - Throws: `Diagnostic`, with a line, if the file is unreadable.
  package static func read(_ file: [UInt8], picture: PixelSize? = nil) throws -> AppScreen {
    let bytes = JSONBytes.utf8(file)
    var screen = try recognized(bytes)
    screen.dropFrames()
    if screen.format != .galen, screen.format != .ariaBoxes, screen.format != .detox, screen.bounds == nil {
      screen.bounds = screen.outermost
    }
    screen.findScale(picture: picture)
    return screen
  }

  private static func recognized(_ bytes: [UInt8]) throws -> AppScreen {
    guard let first = bytes.firstIndex(where: { $0 > 0x20 }) else { throw Diagnostic(ScreenIssue.empty) }
    if isJSON(bytes[first]) { return try readJSON(bytes, from: 0) }
    let head = String(decoding: bytes.prefix(headLength), as: UTF8.self)
    if let start = MarkupTree.start(in: head) { return try readMarkup(bytes, from: start) }
    let text = String(decoding: bytes, as: UTF8.self)
    if head.contains("SemanticsNode#") { return try FlutterReader.read(text) }
    if head.contains("; frame = (") { return try RecursiveDescriptionReader.read(text) }
    if XCUITestReader.recognizes(head) { return try XCUITestReader.read(text) }
    if head.contains("[box=") { return try AriaReader.read(text) }
    // Tools print messages before the data.
    if let start = jsonLine(in: bytes) { return try readJSON(bytes, from: start) }
    let line = head.trimmed.prefix { !$0.isNewline }
    if head.contains("ERROR:") || head.contains("could not get idle state") {
      throw Diagnostic(ScreenIssue.toolFailed(String(line.prefix(200))))
    }
    throw Diagnostic(ScreenIssue.unknown(beginning: String(line.prefix(40))))
  }

  private static func isJSON(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") }

  private static func jsonLine(in bytes: [UInt8]) -> Int? {
    var isAtStart = false
    for (index, byte) in bytes.prefix(headLength).enumerated() {
      if isAtStart, isJSON(byte) { return index }
      isAtStart = byte == 0x0A
    }
    return nil
  }

  private static func readMarkup(_ bytes: [UInt8], from start: Int) throws -> AppScreen {
    let tree = try MarkupTree.read(bytes, from: start)
    var screen: AppScreen
    switch (tree.root ?? tree.records.first)?.name.lowercased() ?? "" {
    case "hierarchy": screen = try UIAutomatorReader.read(tree.records, root: tree.root)
    case "viewhierarchy": screen = try DetoxReader.read(tree.records, root: tree.root)
    case let name where name == "appiumaut" || name.hasPrefix("xcuielementtype"):
      screen = try WebDriverAgentReader.read(tree.records, .wdaXML)
    case let name: throw Diagnostic(ScreenIssue.unknown(beginning: "<\(name.prefix(40))"))
    }
    screen.isWhole = !tree.isCutOff
    if let fault = tree.fault { screen.diagnostics.append(fault) }
    return screen
  }

  private static func readJSON(_ bytes: [UInt8], from start: Int) throws -> AppScreen {
    let root: JSONNode
    do throws(JSONFault) {
      root = try JSONDocument.parse(Array(bytes[start...]), depthLimit: 2 * ScreenLimits.depth).root
    } catch {
      let before = bytes[..<start].count { $0 == 0x0A }
      throw Diagnostic(
        ScreenIssue.json(error.kind.message), at: .line(error.position.line + before, column: error.position.column))
    }
    if root.child("documents") != nil, root.child("strings") != nil { return try DOMSnapshotReader.read(root) }
    if let nodes = LighthouseReader.nodes(in: root) { return try LighthouseReader.read(nodes) }
    if root.child("items")?.members.first?.child("area") != nil { return try GalenReader.read(root) }
    if root.child("viewHierarchy") != nil { return try MaestroReader.readTrailblaze(root) }
    if root.child("attributes") != nil, root.child("children") != nil { return try MaestroReader.read(root) }
    if root.child("capture") != nil, root.child("root") != nil { return try RoborazziReader.read(root) }
    if let source = WebDriverAgentReader.source(in: root) { return try WebDriverAgentReader.read(source, .wdaJSON) }
    if AccessibilitySnapshotReader.recognizes(root) { return try AccessibilitySnapshotReader.read(root) }
    let beginning = String(decoding: bytes[start...].prefix(40), as: UTF8.self)
    throw Diagnostic(ScreenIssue.unknown(beginning: String(beginning.prefix { !$0.isNewline })))
  }
}

extension AppScreen {
  /// Removes invalid frames and reports them once. (Below the fold, Android clamps both edges in the wrong order.)
  fileprivate mutating func dropFrames() {
    var bad = 0
    for index in nodes.indices {
      guard let frame = nodes[index].frame else { continue }
      let numbers = [frame.minX, frame.minY, frame.width, frame.height]
      if numbers.allSatisfy({ abs($0) <= 1e7 }), frame.width >= 0, frame.height >= 0 { continue }
      nodes[index].frame = nil
      bad += 1
    }
    if bad > 0 { diagnostics.append(Diagnostic(ScreenIssue.badFrames(bad))) }
    if bad == 0, !nodes.contains(where: { $0.frame != nil }) { diagnostics.append(Diagnostic(ScreenIssue.noFrames)) }
  }

  /// The largest of several windows, or the first of those.
  fileprivate var outermost: Rect? {
    var isInside = [Bool](repeating: false, count: nodes.count)
    var largest: Rect?
    for (index, node) in nodes.enumerated() {
      isInside[index] = node.parent.map { isInside[$0] } ?? false
      guard !isInside[index], let frame = node.frame, !frame.isEmpty else { continue }
      isInside[index] = true
      if frame.width * frame.height > largest.map({ $0.width * $0.height }) ?? 0 { largest = frame }
    }
    return largest
  }
}
