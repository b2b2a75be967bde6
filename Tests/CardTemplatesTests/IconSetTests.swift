import CardTemplates
import Drawing
import Testing

@Suite("Icon files")
struct IconSetTests {
  private func parse(_ yaml: String) -> (IconSet?, [String]) {
    let (set, diagnostics) = IconSet.parse(TemplateFile(name: "i.yml", contents: yaml))
    return (set, Fixture.places(diagnostics))
  }

  @Test("a text is one stroked layer, a list several; none fills")
  func layers() {
    let (set, problems) = parse(
      """
      viewBox: 24
      stroke: 1.8
      icons:
        a: M1 1
        b: [M2 2, {d: M3 3, stroke: none}, {d: M4 4, stroke: 2}]
      """)
    #expect(problems.isEmpty)
    #expect(set?["a"]?.layers == [.init(path: Path([.move(Point(x: 1, y: 1))]), strokeWidth: 1.8)])
    #expect(set?["b"]?.layers.map(\.strokeWidth) == [1.8, nil, 2])
    #expect(set?["b"]?.viewBox == 24)
    #expect(set?.fallback == nil)
  }

  @Test("icons that point along the line are listed")
  func turning() {
    let (set, problems) = parse("viewBox: 24\nstroke: 1\nturns: [a]\nicons: {a: M1 1, b: M2 2}")
    #expect(problems.isEmpty)
    #expect(set?["a"]?.turns == true && set?["b"]?.turns == false)
  }

  @Test(
    "a square is its side, or a box from the origin as SVG files write it",
    arguments: ["24", "0 0 24 24", "[0, 0, 24, 24]"])
  func viewBox(box: String) {
    let (set, problems) = parse("viewBox: \(box)\nicons: {a: M1 1}")
    #expect(problems.isEmpty && set?["a"]?.viewBox == 24)
    #expect(parse("viewBox: 0 0 24 20\nicons: {a: M1 1}").1 == ["1:10 template.value"])
  }

  @Test("without a pen icons are filled", arguments: ["", "stroke: none\n"])
  func filled(pen: String) {
    let (set, problems) = parse("viewBox: 24\n\(pen)icons: {a: M1 1H2, b: [{d: M1 1H2, stroke: 2}]}")
    #expect(problems.isEmpty && set?["a"]?.layers.map(\.strokeWidth) == [nil])
    #expect(set?["b"]?.layers.map(\.strokeWidth) == [2])
  }

  @Test(
    "errors have their places",
    arguments: [
      ("viewBox: 24\nstroke: 1\nicons:\n  a: M1 1 X", ["4:6 icon.path-data"]),
      ("viewBox: 24\nstroke: 1\nicons:\n  a: [{stroke: none}]", ["4:7 template.missing-key"]),
      ("viewBox: 0\nstroke: 1\nicons: {}", ["1:10 template.value"]),
      ("stroke: 1\nicons: {}", ["1:1 template.missing-key"]),
      ("viewBox: 24\nstroke: 0\nicons: {}", ["2:9 template.value"]),
      ("viewBox: 24\nstroke: 1\nfallback: b\nicons: {a: M1 1}", ["3:11 template.unknown-icon"]),
      ("viewBox: 24\nstroke: 1\nturns: [b]\nicons: {a: M1 1}", ["3:9 template.unknown-icon"]),
      ("viewBox: 24\nstroke: 1\nturns: a\nicons: {a: M1 1}", ["3:8 template.value"]),
      ("viewBox: 24\nstroke: 1\nicon: {}", ["3:1 template.unknown-key", "1:1 template.missing-key"]),
    ])
  func errors(_ yaml: String, _ expected: [String]) {
    let (set, problems) = parse(yaml)
    #expect(set == nil)
    #expect(problems == expected)
  }
}
