import Comparison
import Drawing
import Foundation
import ImageComparison
import Site
import Support
import Testing

@Suite("A case as the review's pages read it")
struct CasePageTests {
  private static let hostile = #""></title><script>alert('1')</script>&amp;<img src=x onerror=alert(2)>\#u{2028}"#

  private func reviewed(
    _ id: String = "p/375@2x-light-expanded", boxes: [CasePage.Box] = [], regions: [CompareReport.Region] = []
  ) -> CasePage {
    var entry = CaseResult(
      id: id, reference: .baseline, post: "p",
      variant: ImageVariant(width: 375, scale: 2, theme: "light", state: .expanded), verdict: .different,
      reasons: [id])
    entry.pixels = CompareReport.Pixels(differing: 1, limit: 0, antialiased: 0, compared: 9, regions: regions)
    entry.actual = CompareReport.Picture(width: 200, height: 400, path: "actual/p.png")
    return CasePage(entry: entry, boxes: boxes)
  }

  private func box(_ path: String, _ frame: Rect?, kind: String = "moved", own: Bool = true) -> CasePage.Box {
    CasePage.Box(
      path: path, drawn: frame, changes: [CompareReport.Box.Change(kind: kind, text: kind, words: nil, own: own)])
  }

  private func marks(_ reviewed: CasePage) throws -> String {
    try #require(reviewed.row.first { $0.name == "marks" }?.value).script
  }

  @Test("a mark is around each box to which something happened of itself, in hundredths of the image")
  func marksOfCauses() throws {
    // At two pixels per point, the image is 100 × 200 points.
    let boxes = [
      box("a", Rect(x: 10, y: 20, width: 30, height: 40)),
      box("b", Rect(x: 30, y: 100, width: 20, height: 20), kind: "picture"),
      box("c", Rect(x: 0, y: 0, width: 100, height: 200), own: false),
    ]
    #expect(try marks(reviewed(boxes: boxes)) == #"[[30,50,20,10,"photo"],[10,10,30,20,"moved"]]"#)
  }

  @Test("of many boxes those that matter are marked one by one, the others together")
  func manyMarks() throws {
    let boxes = (0..<20).map { box("a", Rect(x: 10, y: Double($0) * 10, width: 10, height: 10)) }
    let photo = box("b", Rect(x: 50, y: 0, width: 50, height: 50), kind: "picture")
    let found = try marks(reviewed(boxes: boxes + [photo]))
    #expect(found.hasPrefix(#"[[50,0,50,25,"photo"],[10,0,10,5,"moved"],"#))
    #expect(found.hasSuffix(#",[10,30,10,70,"moved"]]"#), "\(found)")
  }

  @Test("else around the pixels that differ; without any there is none; it never leaves the image")
  func markOfRegions() throws {
    let region = CompareReport.Region(x: 20, y: 40, width: 20, height: 4, differing: 3, boxes: [])
    #expect(try marks(reviewed(regions: [region])) == #"[[10,10,10,1,"pixels"]]"#)
    #expect(try marks(reviewed()) == "[]")
    let beyond = box("a", Rect(x: 50, y: 150, width: 500, height: 500))
    #expect(try marks(reviewed(boxes: [beyond])) == #"[[50,75,50,25,"moved"]]"#)
  }

  @Test("anything that comes from outside ends no script, and the start page's row has no boxes")
  func escapes() throws {
    let hostile = reviewed(Self.hostile, boxes: [box("card/avatar", .zero), box(Self.hostile, .zero)])
    let (row, detail) = (ScriptValue.list(hostile.row.map(\.value)).script, ScriptValue.record(hostile.detail).script)
    for script in [row, detail] { #expect(!script.contains("<") && !script.contains("\u{2028}")) }
    #expect(!row.contains("card/avatar") && detail.contains("card/avatar"))
  }

  // MARK: Types in scripts

  private func script(_ name: String) throws -> String {
    let file = Checkout.folder.appendingPathComponent("Templates/Site/review/\(name)")
    return try String(contentsOf: file, encoding: .utf8)
  }

  /// Returns the names in a type of types.js: of a tuple's elements, or of an object's properties.
  private func names(of type: String, in types: String) throws -> [String] {
    let ends = ["\n * @typedef", "\n *\n", "\n */"]
    func definition(_ start: String) -> Substring? {
      guard let start = types.range(of: start) else { return nil }
      let rest = types[start.upperBound...]
      return rest[..<(ends.compactMap { rest.range(of: $0)?.lowerBound }.min() ?? rest.endIndex)]
    }
    // A description may follow the name.
    if let object = definition("@typedef {Object} \(type)\n") ?? definition("@typedef {Object} \(type) ") {
      return object.matches(of: /@property \{.*?\} \[?(\w+)/).map { String($0.1) }
    }
    let end = try #require(types.range(of: "]} \(type)"))
    let start = try #require(types[..<end.lowerBound].range(of: "@typedef {[", options: .backwards))
    return types[start.upperBound..<end.lowerBound].matches(of: /(?:^|, *(?:\n \* *)?)(\w+)\??:/).map { String($0.1) }
  }

  @Test("the scripts' types name the written fields")
  func types() throws {
    let types = try script("types.js")
    #expect(try names(of: "CaseRow", in: types) == reviewed().row.map(\.name))
    #expect(try names(of: "Detail", in: types) == reviewed().detail.map(\.name))
    let pixels = try #require(reviewed().entry.pixels)
    #expect(try names(of: "Pixels", in: types) == CasePage.pixels(pixels).map(\.0))
  }

  @Test("the page defines every color that its scripts use, and one for each verdict")
  func verdicts() throws {
    let style = try script("../review.css.mustache")
    for verdict in Verdict.allCases { #expect(style.contains("\n.\(verdict.rawValue) {"), "\(verdict)") }
    let folder = Checkout.url("Templates/Site/review")
    var asked: Set<String> = []
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name.hasSuffix(".js") {
      asked.formUnion(try script(name).matches(of: /verdict (?:=|!)== '(\w+)'/).map { String($0.1) })
    }
    #expect(asked.contains("identical") && asked.subtracting(Verdict.allCases.map(\.rawValue)).isEmpty)
  }

  @Test("the page is reported what is known of each verdict, those that need someone first")
  func verdictsOnPage() {
    let told = Verdict.onPage { $0 == .different ? 3 : 0 }
    #expect(told.map(\.name) == ["error", "different", "new", "environment", "similar", "obsolete", "identical"])
    #expect(told.map(\.sign).joined() == "!≠+◆≈–=")
    #expect(told.map(\.isOpen) == [true, true, true, true, false, false, false])
    #expect(told.filter(\.isMarked).map(\.name) == ["different"] && told[1].cases == 3)
    // Cases that can be approved have no reason against it.
    #expect(told.filter(\.whyNot.isEmpty).map(\.name) == ["different", "new", "environment", "similar"])
  }
}
