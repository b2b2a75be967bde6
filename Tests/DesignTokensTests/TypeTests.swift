import DesignTokens
import Drawing
import Testing

/// Chapters 8 and 9 of the format module: the forms of all types.
@Suite("Token types")
struct TypeTests {
  private func token(_ type: String, _ json: String) -> String { #"{"t": {"$type": "\#(type)", "$value": \#(json)}}"# }

  private func shadow(_ offset: Double, isInset: Bool = false) -> TokenValue.ShadowLayer {
    .init(
      shadow: Shadow(offset: Point(x: 0, y: offset), blur: 24, spread: 1, color: .black), isInset: isInset)
  }

  @Test(
    "simple values",
    arguments: [
      ("dimension", #"{"value": 8, "unit": "px"}"#, .dimension(8)),
      ("dimension", #"{"value": 0.5, "unit": "rem"}"#, .dimension(8)),
      ("dimension", #"{"value": -0.17, "unit": "px"}"#, .dimension(-0.17)),
      ("fontFamily", #""Inter""#, .fontFamily(["Inter"])),
      ("fontFamily", #"["Inter", "Noto Sans"]"#, .fontFamily(["Inter", "Noto Sans"])),
      ("fontWeight", "350", .fontWeight(350)), ("fontWeight", #""semi-bold""#, .fontWeight(600)),
      ("fontWeight", #""extra-black""#, .fontWeight(950)),
      ("duration", #"{"value": 200, "unit": "ms"}"#, .duration(0.2)),
      ("duration", #"{"value": 1.5, "unit": "s"}"#, .duration(1.5)), ("number", "-2.3", .number(-2.3)),
      ("cubicBezier", "[0.5, -1, 1, 2]", .cubicBezier(.init(first: Point(x: 0.5, y: -1), second: Point(x: 1, y: 2)))),
      ("strokeStyle", #""dashed""#, .strokeStyle(.keyword(.dashed))),
      (
        "strokeStyle", #"{"dashArray": [{"value": 0.5, "unit": "rem"}], "lineCap": "round"}"#,
        .strokeStyle(.dashes([8], .round))
      ),
    ] as [(String, String, TokenValue)])
  func simple(_ type: String, _ json: String, _ expected: TokenValue) throws {
    #expect(try value("t", in: token(type, json)) == expected)
  }

  @Test(
    "colors",
    arguments: [
      (#"{"colorSpace": "srgb", "components": [1, 0, 0.5]}"#, Color(red: 1, green: 0, blue: 0.5)),
      (
        ##"{"colorSpace": "srgb", "components": [1, "none", 0.5], "alpha": 0.25, "hex": "#ff0080"}"##,
        Color(red: 1, green: 0, blue: 0.5, alpha: 0.25)
      ),
      (##""#528BCC""##, Color(rgb: 0x528BCC)), (##""528bcc""##, Color(rgb: 0x528BCC)),
      (##""#abc""##, Color(rgb: 0xAABBCC)),
      (##""#aabbcc33""##, Color(rgb: 0xAABBCC, alpha: 0.2)), (##""#abc3""##, Color(rgb: 0xAABBCC, alpha: 0.2)),
      // The format's fallback for color spaces that a tool doesn't support.
      (##"{"colorSpace": "oklch", "components": [0.6, 0.1, 250], "hex": "#528BCC"}"##, Color(rgb: 0x528BCC)),
    ])
  func colors(_ json: String, _ expected: Color) throws {
    #expect(try value("t", in: token("color", json)) == .color(expected))
  }

  @Test("a border")
  func border() throws {
    let json = ##"{"color": "#000000", "width": {"value": 1, "unit": "px"}, "style": "solid"}"##
    #expect(
      try value("t", in: token("border", json)) == .border(.init(color: .black, width: 1, style: .keyword(.solid))))
  }

  @Test("a transition")
  func transition() throws {
    let json = """
      {"duration": {"value": 200, "unit": "ms"}, "delay": {"value": 0, "unit": "ms"}, "timingFunction": [0, 0, 1, 1]}
      """
    let timing = TokenValue.CubicBezier(first: .zero, second: Point(x: 1, y: 1))
    #expect(
      try value("t", in: token("transition", json)) == .transition(.init(duration: 0.2, delay: 0, timing: timing)))
  }

  @Test("a shadow is one or several; a reference in a list stays one")
  func shadows() throws {
    func shadow(_ y: Int, _ more: String = "") -> String {
      ##"{"color": "#000", "offsetX": {"value": 0, "unit": "px"}, "offsetY": {"value": \##(y), "unit": "px"}, "##
        + ##""blur": {"value": 24, "unit": "px"}, "spread": {"value": 1, "unit": "px"}\##(more)}"##
    }
    let pair = #"{"$type": "shadow", "a": {"$value": \#(shadow(1))}, "#
    let two = pair + #""b": {"$value": ["{a}", \#(shadow(2, #", "inset": true"#))]}"#
    #expect(try value("a", in: two + "}") == .shadow([self.shadow(1)]))
    #expect(try value("b", in: two + "}") == .shadow([self.shadow(1), self.shadow(2, isInset: true)]))
    #expect(load(two + #", "c": {"$value": ["{b}"]}}"#).1.map(\.code) == ["token.value"])
  }

  @Test("a gradient's positions are clamped, its stops sorted; a one-stop gradient may be referred to")
  func gradient() throws {
    let json = ##"""
      {"$type": "gradient", "end": {"$value": [{"color": "#fff", "position": 42}]},
       "t": {"$value": ["{end}", {"color": "#000", "position": -99}]}}
      """##
    #expect(
      try value("t", in: json) == .gradient([.init(offset: 0, color: .black), .init(offset: 1, color: .white)]))
  }

  @Test("a typography's parts may all be references")
  func typography() throws {
    let json = """
      {"f": {"$type": "fontFamily", "$value": "Inter"}, "s": {"$type": "dimension", "$value": {"value": 15, "unit": "px"}},
       "w": {"$type": "fontWeight", "$value": "medium"}, "l": {"$type": "number", "$value": 1.4},
       "t": {"$type": "typography", "$value": {"fontFamily": "{f}", "fontSize": "{s}", "fontWeight": "{w}",
         "letterSpacing": {"value": -0.17, "unit": "px"}, "lineHeight": "{l}"}}}
      """
    let expected = TokenValue.Typography(
      families: ["Inter"], size: 15, weight: 500, letterSpacing: -0.17, lineHeight: 1.4)
    #expect(try value("t", in: json) == .typography(expected))
  }

  @Test(
    "a value of another form is an error",
    arguments: [
      ("color", "5", "token.value"), ("color", ##""#12""##, "token.value"), ("color", #""red""#, "token.value"),
      ("color", #"{"colorSpace": "srgb", "components": [1, 0]}"#, "token.value"),
      ("color", #"{"colorSpace": "srgb", "components": [1, 0, 2]}"#, "token.range"),
      ("color", #"{"colorSpace": "srgb", "components": [1, 0, 0], "alpha": 7}"#, "token.range"),
      ("color", #"{"colorSpace": "oklch", "components": [1, 0, 2]}"#, "token.color-space"),
      ("color", ##"{"colorSpace": "nosuch", "components": [1, 0, 1], "hex": "#fff"}"##, "token.color-space"),
      ("color", #"{"colorSpace": "srgb", "component": [1, 0, 0], "components": [1, 0, 0]}"#, "token.value"),
      ("dimension", #""8px""#, "token.value"), ("dimension", "8", "token.value"),
      ("dimension", #"{"value": 8}"#, "token.value"), ("dimension", #"{"value": 8, "unit": "em"}"#, "token.value"),
      ("dimension", #"{"value": "8", "unit": "px"}"#, "token.value"), ("fontFamily", "[]", "token.value"),
      ("fontWeight", "0", "token.range"), ("fontWeight", "1001", "token.range"),
      ("fontWeight", #""Bold""#, "token.value"), ("duration", #"{"value": 1, "unit": "m"}"#, "token.value"),
      ("cubicBezier", "[0, 0, 1]", "token.value"), ("cubicBezier", "[2, 0, 1, 1]", "token.range"),
      ("number", #""1""#, "token.value"), ("strokeStyle", #""wavy""#, "token.value"), ("gradient", "[]", "token.value"),
      ("gradient", ##"[{"color": "#fff"}]"##, "token.value"), ("shadow", "[]", "token.value"),
      ("border", ##"{"color": "#fff"}"##, "token.value"), ("typography", "{}", "token.value"),
    ])
  func wrongForm(_ type: String, _ json: String, _ code: String) {
    let (set, diagnostics) = load(token(type, json))
    #expect(set == nil)
    #expect(Set(diagnostics.map(\.code)) == [code])
  }

  @Test("a misspelt member suggests the right one, at the key's place")
  func misspelt() {
    let (_, diagnostics) = load(token("dimension", #"{"value": 8, "unt": "px"}"#))
    #expect(places(diagnostics).contains("1:53 token.value"))
    #expect(diagnostics.compactMap(\.hint) == ["did you mean \"unit\"?"])
  }

  @Test(
    "a hex that disagrees with the components or with alpha is an error with both values",
    arguments: [
      (
        ##"{"colorSpace": "srgb", "components": [1, 0, 0], "hex": "#00ff00"}"##, ["#00ff00", "1.0, 0.0, 0.0 (#FF0000)"]
      ),
      // A difference of two 8-bit steps, in full precision.
      (
        ##"{"colorSpace": "srgb", "components": [0.321569, 0.545098, 0.8], "hex": "#528BCE"}"##,
        ["#528BCE", "0.321569, 0.545098, 0.8 (#528BCC)"]
      ),
      (##"{"colorSpace": "srgb", "components": [1, 0, 0], "alpha": 0.5, "hex": "#FF0000FF"}"##, ["#FF0000FF", "0.5"]),
      (##"{"colorSpace": "srgb", "components": [1, 0, 0], "hex": "#FF000080"}"##, ["#FF000080", "0.502"]),
      (##"{"colorSpace": "hsl", "components": [120, 100, 50], "hex": "#0000FF"}"##, ["hsl 120.0", "#00FF00"]),
      (##"{"colorSpace": "lab", "components": [50, 0, 0], "alpha": 0.5, "hex": "#777777FF"}"##, ["alpha is 0.5"]),
    ])
  func hexDiffers(value: String, words: [String]) throws {
    let (set, diagnostics) = load(token("color", value))
    let error = try #require(diagnostics.first)
    #expect(set == nil && diagnostics.count == 1 && error.code == "token.hex" && error.severity == .error)
    #expect(words.allSatisfy(error.message.contains), "\(error.message)")
    guard case .line(_, let column)? = error.place?.position else { return #expect(Bool(false), "no place") }
    #expect(column ?? 0 > 50)
  }

  @Test(
    "components that are rounded agree with their hex",
    arguments: [
      // 0x52 is 0.32157, 0x8B 0.54510, 0xCC 0.8; 127.5 of 255 may be rounded either way.
      ##"{"colorSpace": "srgb", "components": [0.32, 0.55, 0.8], "hex": "#528BCC"}"##,
      ##"{"colorSpace": "srgb", "components": [0.3216, 0.5451, 0.8], "hex": "528bcc"}"##,
      ##"{"colorSpace": "srgb", "components": [0.5, 0.5, 0.5], "hex": "#7F807F"}"##,
      // Truncated instead of rounded.
      ##"{"colorSpace": "srgb", "components": [0.3254, 0.5489, 0.8039], "hex": "#528BCC"}"##,
      ##"{"colorSpace": "srgb", "components": [1, 0, 0], "alpha": 0.5, "hex": "#FF0000"}"##,
      ##"{"colorSpace": "srgb", "components": [1, 0, 0], "alpha": 0.5, "hex": "#FF000080"}"##,
      // Values of the CSS Color 4 sample pages.
      ##"{"colorSpace": "hsl", "components": [120, 100, 25.1], "hex": "#008000"}"##,
      ##"{"colorSpace": "hwb", "components": [0, 100, 0], "hex": "#FFFFFF"}"##,
      ##"{"colorSpace": "srgb-linear", "components": [0.21586, 0.21586, 0.21586], "hex": "#808080"}"##,
      // A wider color space, whose fallback is the designer's choice.
      ##"{"colorSpace": "display-p3", "components": [0, 1, 0], "hex": "#00FF00"}"##,
    ])
  func hexAgrees(value: String) {
    let (set, diagnostics) = load(token("color", value))
    #expect(set != nil && diagnostics.isEmpty, "\(diagnostics)")
  }
}
