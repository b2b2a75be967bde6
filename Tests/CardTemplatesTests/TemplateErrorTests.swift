import CardTemplates
import Diagnostics
import Testing

@Suite("Errors in templates")
struct TemplateErrorTests {
  /// The template, and `line:column code` of the reported errors.
  @Test(
    "each error has its place and code",
    arguments: [
      // The file
      ("", ["template.yaml"]),
      ("a: [1", ["2:1 template.yaml"]),
      ("a: 1\na: 2", ["1:1 template.yaml"]),
      ("- a", ["1:1 template.value"]),
      ("card: thing\nrot: {shape: }", ["1:1 template.missing-key", "2:1 template.unknown-key"]),
      ("root: {shape: }", ["1:1 template.missing-key"]),
      ("card: thin\nroot: {shape: }", ["1:7 template.card"]),
      ("card: thing\ntokens: 5\nroot: {shape: }", ["2:9 template.value"]),
      ("card: thing\ninclude: no.yml\nroot: {shape: }", ["2:10 template.include"]),
      // Rules
      ("card: thing\nroot: 5", ["2:7 template.value"]),
      ("card: thing\nroot: {width: 5}", ["2:7 template.rule"]),
      ("card: thing\nroot: {background: {fill: \"{color.a}\"}, child: {shape: }}", ["2:7 template.rule"]),
      ("card: thing\nroot: {stck: vertical}", ["2:7 template.rule", "2:8 template.unknown-key"]),
      ("card: thing\nroot: {shape: , spacer: }", ["2:8 template.rule"]),
      ("card: thing\nparts: {p: {spacer: }}\nroot: {use: p, shape: }", ["3:16 template.rule"]),
      ("card: thing\nroot: {center: both}", ["2:7 template.child"]),
      ("card: thing\nroot: {spacer: 5}", ["2:16 template.value"]),
      ("card: thing\nroot: {shape: , spcingAfter: 5}", ["2:17 template.unknown-key"]),
      ("card: thing\nroot: {shape: , maxLines: 5}", ["2:17 template.unknown-key"]),
      ("card: thing\nroot: {stack: diagonal}", ["2:15 template.value"]),
      ("card: thing\nroot: {stack: vertical, children: {shape: }}", ["2:35 template.value"]),
      ("card: thing\nroot: {stack: vertical, wrap: no}", ["2:31 template.value"]),
      ("card: thing\nroot: {corner: {at: top, element: {shape: }}, child: {shape: }}", ["2:21 template.value"]),
      ("card: thing\nroot: {corner: {at: topLeft}, child: {shape: }}", ["2:16 template.missing-key"]),
      ("card: thing\nroot: {ratio: 0, child: {shape: }}", ["2:15 template.value"]),
      // Values
      ("card: thing\nroot: {shape: , width: -1}", ["2:24 template.value"]),
      ("card: thing\nroot: {shape: , width: wide}", ["2:24 template.value"]),
      ("card: thing\nroot: {shape: , width: title}", ["2:24 template.path-type"]),
      ("card: thing\nroot: {shape: , width: {share: title}}", ["2:32 template.path-type"]),
      ("card: thing\nroot: {shape: , width: {share: titel}}", ["2:32 template.unknown-path"]),
      ("card: thing\nroot: {shape: , width: {size.a}}", ["2:24 template.value"]),
      ("card: thing\nroot: {shape: , width: \"{size.less}\"}", ["2:24 template.value"]),
      ("card: thing\nroot: {shape: , grow: \"{number.two\"}", ["2:23 template.value"]),
      ("card: thing\nroot: {shape: , inset: {botom: 4}}", ["2:25 template.unknown-key"]),
      ("card: thing\nroot: {shape: , clip: square}", ["2:23 template.value"]),
      ("card: thing\nroot: {shape: , background: {fil: 4}}", ["2:30 template.unknown-key"]),
      // How boxes are painted
      ("card: thing\nroot: {shape: {radius: {topLeft: 4, left: 2}}}", ["2:37 template.unknown-key"]),
      ("card: thing\nroot: {shape: {radius: {topLeft: -4}}}", ["2:34 template.value"]),
      ("card: thing\nroot: {shape: , clip: {radius: {bottomLeft: wide}}}", ["2:45 template.value"]),
      ("card: thing\nroot: {shape: , blur: -1}", ["2:23 template.value"]),
      (
        "card: thing\nroot: {text: title, style: \"{type.a}\", color: \"{color.a}\", wholeWidth: 1}",
        ["2:72 template.value"]
      ),
      ("card: thing\nroot: {shape: {fill: {gradient: \"{color.a}\"}}}", ["2:33 token.wrong-type"]),
      ("card: thing\nroot: {shape: {fill: {kind: linear}}}", ["2:22 template.missing-key"]),
      ("card: thing\nroot: {shape: {fill: {gradient: \"{sky}\", kind: angular}}}", ["2:48 template.value"]),
      ("card: thing\nroot: {shape: {fill: {gradient: \"{sky}\", to: {x: 1}}}}", ["2:46 template.missing-key"]),
      ("card: thing\nroot: {shape: {fill: {gradient: \"{sky}\", from: {x: 1, y: 1000}}}}", ["2:58 template.value"]),
      (
        "card: thing\nroot: {shape: {fill: {gradient: \"{sky}\", side: {x: 1, y: 1}}}}", ["2:48 template.value"]
      ),
      ("card: thing\nroot: {shape: {border: {width: {top: -1}, color: \"{color.a}\"}}}", ["2:38 template.value"]),
      ("card: thing\nroot: {shape: {border: {width: 1, color: \"{color.a}\", dash: 4}}}", ["2:61 template.value"]),
      ("card: thing\nroot: {shape: {border: {width: 1, color: \"{color.a}\", dash: [0]}}}", ["2:61 template.value"]),
      (
        "card: thing\nroot: {shape: {border: {width: 1, color: \"{color.a}\", cap: round}}}",
        ["2:60 template.missing-key"]
      ),
      (
        "card: thing\nroot: {shape: {outline: circle, border: {width: {top: 1}, color: \"{color.a}\"}}}",
        ["2:41 template.value"]
      ),
      // Tokens
      ("card: thing\nroot: {shape: , width: \"{size.b}\"}", ["2:24 token.unknown"]),
      ("card: thing\nroot: {shape: , width: \"{color.a}\"}", ["2:24 token.wrong-type"]),
      ("card: thing\nroot: {shape: {fill: \"{size.a}\"}}", ["2:22 token.wrong-type"]),
      ("card: thing\nroot: {shape: {shadow: \"{color.a}\"}}", ["2:24 token.wrong-type"]),
      (
        "card: thing\nroot: {text: title, style: \"{color.a}\", color: \"{type.a}\"}",
        [
          "2:28 token.wrong-type", "2:48 token.wrong-type",
        ]
      ),
      ("card: thing\nroot: {shape: , width: \"{old}\"}", ["2:24 template.deprecated-token"]),
      // Paths
      ("card: thing\nroot: {shape: , if: titl}", ["2:21 template.unknown-path"]),
      ("card: thing\nroot: {shape: , if: [title, author.nam]}", ["2:29 template.unknown-path"]),
      ("card: thing\nroot: {text: author, style: \"{type.a}\", color: \"{color.a}\"}", ["2:14 template.path-type"]),
      ("card: thing\nroot: {ratio: title, child: {shape: }}", ["2:15 template.path-type"]),
      ("card: thing\nroot: {image: title, placeholder: \"{color.a}\"}", ["2:15 template.path-type"]),
      ("card: thing\nroot: {shape: , if: items.title}", ["2:21 template.path-type"]),
      ("card: thing\nroot: {icon: cover, tint: \"{color.a}\"}", ["2:14 template.path-type"]),
      ("card: thing\nroot: {icon: hear, tint: \"{color.a}\"}", ["2:14 template.unknown-icon"]),
      (
        "card: thing\nroot: {stack: vertical, children: [{repeat: title, child: {shape: }}]}",
        [
          "2:45 template.path-type"
        ]
      ),
      ("card: thing\nroot: {repeat: items, child: {shape: }}", ["2:7 template.repeat"]),
      ("card: thing\nroot: {center: both, child: {repeat: items, child: {shape: }}}", ["2:29 template.repeat"]),
      ("card: none\nroot: {shape: , if: title}", ["2:21 template.unknown-path"]),
      // Missing keys
      ("card: thing\nroot: {text: title}", ["2:7 template.missing-key", "2:7 template.missing-key"]),
      ("card: thing\nroot: {image: cover}", ["2:7 template.missing-key"]),
      // Names
      ("card: thing\nroot: {shape: , name: a/b}", ["2:23 template.name"]),
      (
        "card: thing\nroot: {stack: vertical, children: [{shape: , name: a}, {shape: , name: a}]}",
        [
          "2:72 template.duplicate-name"
        ]
      ),
      // A nested box without a name doesn't separate names; one with a name does.
      (
        "card: thing\nroot: {wrapper: , children: [{shape: , name: a}, {wrapper: , children: [{shape: , name: a}]}]}",
        [
          "2:89 template.duplicate-name"
        ]
      ),
      (
        "card: thing\nroot: {wrapper: , name: a, children: [{shape: , name: a}, {wrapper: , name: b, children: [{shape: , name: a}]}]}",
        []
      ),
      (
        "card: thing\nroot:\n  wrapper:\n  children:\n    - {shape: , name: a-0}\n    - repeat: items\n      child: {shape: , name: a}",
        [
          "7:30 template.duplicate-name"
        ]
      ),
      // Parts
      ("card: thing\nroot: {use: nothing}", ["2:13 template.unknown-part"]),
      (
        "card: thing\nparts: {a: {use: b}, b: {center: both, child: {use: a}}}\nroot: {use: a}",
        [
          "2:53 template.use-cycle"
        ]
      ),
      ("card: thing\nparts: {a: {use: a}}\nroot: {shape: }", ["2:18 template.use-cycle"]),
      ("card: thing\nparts: {a: {shape: , widht: 5}}\nroot: {shape: }", ["2:22 template.unknown-key"]),
      (
        "card: thing\nparts: {a: {shape: , if: titl}}\nroot: {stack: vertical, children: [{use: a}, {use: a}]}",
        [
          "2:26 template.unknown-path"
        ]
      ),
      ("card: thing\nparts: {a: {shape: , if: title}}\nroot: {use: a, with: author}", ["2:26 template.unknown-path"]),
      ("card: thing\nparts: {a: {shape: }}\nroot: {use: a, spacing: 4}", ["3:16 template.unknown-key"]),
    ] as [(String, [String])])
  func errors(_ yaml: String, _ expected: [String]) {
    let (template, diagnostics) = Fixture.parse(yaml)
    #expect(Fixture.places(diagnostics) == expected)
    #expect((template == nil) == diagnostics.contains { $0.severity == .error })
    #expect(diagnostics.allSatisfy { $0.place?.file == "t.yml" })
  }

  @Test(
    "a near word is suggested, else the words that are known",
    arguments: [
      ("card: thin\nroot: {shape: }", "did you mean \"thing\"?"),
      ("card: thing\nroot: {stck: vertical}", "did you mean \"stack\"?"),
      ("card: thing\nroot: {shape: , heigt: 5}", "did you mean \"height\"?"),
      ("card: thing\nroot: {shape: , width: \"{size.aa}\"}", "did you mean \"{size.a}\"?"),
      ("card: thing\nroot: {shape: , width: {size.a}}", "write \"{size.a}\""),
      ("card: thing\nroot: {shape: , if: titl}", "did you mean \"title\"?"),
      ("card: thing\nroot: {shape: , if: author.nam}", "did you mean \"author.name\"?"),
      ("card: thing\nroot: {icon: hear, tint: \"{color.a}\"}", "did you mean \"heart\"?"),
      ("card: thing\nparts: {head: {shape: }}\nroot: {use: hed}", "did you mean \"head\"?"),
      (
        "card: thing\nroot: {text: author, style: \"{type.a}\", color: \"{color.a}\"}",
        "name one of its values: author.avatar, author.name"
      ),
      (
        "card: thing\nroot: {text: Read more, style: \"{type.a}\", color: \"{color.a}\"}",
        "for a fixed text, write {literal: \"Read more\"}"
      ),
      ("card: zzzzzzzz\nroot: {shape: }", "choose one of other, thing, none"),
    ])
  func hints(_ yaml: String, _ hint: String) {
    #expect(Fixture.parse(yaml).1.compactMap(\.hint).contains(hint))
  }

  @Test("a template for another view model than the wanted one is an error")
  func otherCard() {
    let (template, diagnostics) = Fixture.parse("card: other\nroot: {shape: }", for: "thing")
    #expect(template == nil)
    #expect(Fixture.places(diagnostics) == ["1:7 template.card"])
  }

  @Test("an error in an included file is placed there")
  func includedFile() {
    let (_, diagnostics) = Fixture.parse(
      "card: thing\ninclude: a.yml\nroot: {use: p}",
      includes: ["a.yml": "parts:\n  p: {shape: , widh: 3}"])
    #expect(diagnostics.map { $0.place?.description } == ["a.yml:2:16"])
  }

  @Test("two parts of one name are an error, also over files")
  func duplicateParts() {
    let (_, diagnostics) = Fixture.parse(
      "card: thing\ninclude: a.yml\nparts: {p: {shape: }}\nroot: {use: p}", includes: ["a.yml": "parts: {p: {shape: }}"]
    )
    #expect(diagnostics.map(\.code) == ["template.duplicate-part"])
    #expect(diagnostics[0].place?.description == "a.yml:1:9")
  }

  @Test("a cycle of parts is reported as a chain")
  func cycle() {
    let (_, diagnostics) = Fixture.parse("card: thing\nparts: {a: {use: b}, b: {use: a}}\nroot: {use: a}")
    #expect(diagnostics.map(\.message) == ["a part uses itself: a → b → a"])
  }

  @Test("templates that multiply or nest without end are refused")
  func limits() {
    let doubling = (1...40).map { "  p\($0): {wrapper: , children: [{use: p\($0 - 1)}, {use: p\($0 - 1)}]}" }
    let parts = "parts:\n  p0: {shape: }\n" + doubling.joined(separator: "\n")
    #expect(
      Fixture.parse("card: thing\nroot: {use: p40}\n" + parts).1.contains { $0.code == "template.too-large" })
    let deep =
      String(repeating: "{center: both, child: ", count: 300) + "{shape: }" + String(repeating: "}", count: 300)
    #expect(Fixture.parse("card: thing\nroot: " + deep).1.map(\.code) == ["template.too-large"])
    let anchors = (1...30).map { "a\($0): &a\($0) [*a\($0 - 1), *a\($0 - 1)]" }
    let bomb = "a0: &a0 [x]\n" + anchors.joined(separator: "\n")
    #expect(Fixture.parse(bomb).1.map(\.code) == ["template.too-large"])
  }
}

@Suite("Hints for faults in templates")
struct HintTests {
  private func problem(_ root: String) throws -> Diagnostic {
    let problems = Fixture.parse("card: thing\nroot: \(root)\n").1
    #expect(problems.count == 1, "\(problems)")
    return try #require(problems.first)
  }

  @Test("an opacity is from 0 to 1", arguments: [("3", "3"), ("-1", "-1"), ("\"{number.two}\"", "\"{number.two}\"")])
  func opacity(value: String, told: String) throws {
    let problem = try problem("{shape: , opacity: \(value)}")
    #expect(problem.code == "template.value" && problem.message == "\(told) is outside 0…1")
    #expect(Fixture.parse("card: thing\nroot: {shape: , opacity: 1}\n").1.isEmpty)
  }

  @Test("an unknown icon: the one that was meant, else all there are")
  func icons() throws {
    #expect(try problem(#"{icon: haert, tint: "{color.a}"}"#).hint == "did you mean \"heart\"?")
    #expect(try problem(#"{icon: rocket, tint: "{color.a}"}"#).hint == "choose one of heart, unknown")
  }

  @Test("a color without quotes is a comment to YAML, and a color is a token anyway")
  func colour() throws {
    let comment = try problem("\n  shape:\n  background:\n    fill: #FF0000")
    #expect(
      comment.message == "expected a color or gradient token, found nothing: #FF0000 without quotes is a comment")
    #expect(comment.hint?.contains("token file") == true)
    let quoted = try problem(##"{shape: , background: {fill: "#FF0000"}}"##)
    #expect(quoted.hint?.contains("token file") == true)
    #expect(try problem("\n  shape:\n  alignSelf: #end").hint == "write it in quotes: \"#end\"")
    // A real comment.
    #expect(try problem("\n  shape:\n  alignSelf: # later").message.hasSuffix("found nothing"))
  }
}
