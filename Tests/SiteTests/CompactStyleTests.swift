import Testing

@testable import Site

@Suite struct CompactStyleTests {
  @Test(
    "comments and optional spaces are removed",
    arguments: [
      ("a { color : red; }\n", "a{color :red}\n"),
      ("/* one */ a,\n b > c { margin: 0  auto }", "a,b > c{margin:0 auto}\n"),
      (
        "@media (min-width: 601px) and (scripting: enabled) { a { top: 0; } }",
        "@media (min-width:601px) and (scripting:enabled){a{top:0}}\n"
      ),
      (
        "a :hover { width: calc(100% - var(--a, 0px)) !important; }",
        "a :hover{width:calc(100% - var(--a,0px)) !important}\n"
      ),
      ("a/**/b {}", "a b{}\n"), ("", "\n"),
    ])
  func spaces(style: String, compact: String) {
    #expect(CompactStyle.text(style) == compact)
  }

  @Test(
    "strings, addresses and escapes are kept",
    arguments: [
      (#"a::after { content: "; /* } */ : "; }"#, #"a::after{content:"; /* } */ : "}"#),
      (#"a { content: "\"  ;" ; }"#, #"a{content:"\"  ;"}"#),
      ("a { background: url(data:a;b,  c) }", "a{background:url(data:a;b,  c)}"),
      (#".\31  b { top: 0 }"#, #".\31  b{top:0}"#), ("/* open", ""), (#"a { content: "open"#, #"a{content:"open"#),
    ])
  func strings(style: String, compact: String) {
    #expect(CompactStyle.text(style) == compact + "\n")
  }

  @Test("compacting a compact style sheet changes nothing")
  func again() {
    let compact = CompactStyle.text("a { color: red; }\n@media print { b, c { top: 0 } }")
    #expect(CompactStyle.text(compact) == compact)
  }
}
