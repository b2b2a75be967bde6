import AppScreens
import Basics
import Diagnostics
import Drawing
import Testing

@Suite struct ScreenReaderTests {
  private func read(_ text: String, picture: PixelSize? = nil) throws -> AppScreen {
    try ScreenReader.read(Array(text.utf8), picture: picture)
  }

  private func leaves(_ text: String) throws -> [ScreenNode] {
    let screen = try read(text)
    return screen.visibleLeaves.map { screen.nodes[$0] }
  }

  @Test("a scale beyond any device is described without an overflow")
  func hugeScale() {
    let device = IPhone.of(Rect(x: 0, y: 0, width: 390, height: 844))
    let picture = PixelSize(width: .max, height: .max)
    let source = ScaleSource.picture(over: "root frame", picture, Size(width: 390, height: 844), device: device)
    #expect(source.text.hasSuffix("; the device's own would be 3"))
  }

  // MARK: Formats

  private func agent(_ attributes: String) -> String {
    """
    <AppiumAUT><XCUIElementTypeApplication type="XCUIElementTypeApplication" x="0" y="0" width="390" height="844">
    <XCUIElementTypeStaticText type="XCUIElementTypeStaticText" \(attributes)/></XCUIElementTypeApplication></AppiumAUT>
    """
  }

  @Test("WebDriverAgent rounds outward, so each edge is an interval of a point")
  func wholePoints() throws {
    let leaf = try #require(leaves(agent(#"name="Ada" label="Ada" x="190" y="426" width="22" height="22""#)).first)
    #expect(leaf.frame == Rect(x: 190, y: 426, width: 22, height: 22))
    #expect(leaf.spread.near == 0...1 && leaf.spread.far == -1...0)
    #expect(leaf.identifier == nil && leaf.text == "Ada")
  }

  @Test("the real fractions count where the agent writes them")
  func nativeFrame() throws {
    let native = #"nativeFrame="{{190.667, 426.667}, {20.667, 20.667}}""#
    let text = agent(#"name="who" label="Ada" x="190" y="426" width="22" height="22" \#(native)"#)
    let leaf = try #require(leaves(text).first)
    #expect(leaf.frame == Rect(x: 190.667, y: 426.667, width: 20.667, height: 20.667))
    #expect(leaf.identifier == "who" && leaf.spread.near.upperBound < 0.1)
  }

  @Test(
    "the agent's JSON says the same as its XML, in the response of each version",
    arguments: [("", ""), (#"{"value": "#, "}"), (#"{"sessionId": "A1", "status": 0, "value": {"tree": "#, "}}")])
  func agentJSON(before: String, after: String) throws {
    let leaf = try #require(
      leaves(
        """
        \(before){"type": "Application", "rect": {"x": 0, "y": 0, "width": 390, "height": 844}, "children": [
          {"type": "Button", "rawIdentifier": "like", "name": "like", "label": "Like", "isVisible": "1",
            "rect": {"x": 4, "y": 5, "width": 6, "height": 7}},
          {"type": "Other", "isVisible": "0", "rect": {"x": 0, "y": 0, "width": 6, "height": 7}}]}\(after)
        """
      ).first)
    #expect(leaf.kind == "Button" && leaf.identifier == "like" && leaf.text == "Like")
    #expect(leaf.frame == Rect(x: 4, y: 5, width: 6, height: 7))
  }

  @Test("messages before and behind a dump are no part of it")
  func surrounded() throws {
    let screen = try read(
      """
      Dumping…
      <hierarchy rotation="0"><node class="a.B" text="Ada" bounds="[0,0][40,20]"/></hierarchy>UI hierchary dumped to: /dev/tty
      """)
    #expect(screen.format == .uiAutomator && screen.nodes.map(\.text) == ["Ada"] && screen.diagnostics.isEmpty)
  }

  @Test("a dump that was redirected on Windows is UTF-16")
  func utf16() throws {
    let text = #"<hierarchy><node class="a.B" text="Ада" bounds="[0,0][40,20]"/></hierarchy>"#
    let bytes: [UInt8] = [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] as [UInt8] }
    #expect(try ScreenReader.read(bytes).nodes.map(\.text) == ["Ада"])
  }

  @Test("on iOS Detox counts from the parent's corner, and cuts each number")
  func detox() throws {
    let screen = try read(
      """
      <ViewHierarchy><UIWindow class="UIWindow" width="390" height="844" visibility="visible" alpha="1.0">
      <RCTView class="RCTView" x="10" y="20" width="100" height="50" visibility="visible" alpha="1.0">
      <RCTText class="RCTText" x="3" y="4" width="50" height="20" visibility="visible" alpha="1.0" label="Ada"/>
      </RCTView></UIWindow></ViewHierarchy>
      """)
    #expect(screen.unit == .pt)
    #expect(screen.nodes[2].frame == Rect(x: 13, y: 24, width: 50, height: 20))
    #expect(screen.nodes[2].spread.near == 0...3)
  }

  @Test("anything that is in a hidden view is hidden")
  func hiddenBranch() throws {
    let text = """
      <UIView; frame = (0 0; 375 667); layer = <CALayer>>
         | <UIView; frame = (0 0; 100 100); hidden = YES; layer = <CALayer>>
         |    | <UILabel; frame = (1 2; 30 10); text = 'It's; fine'; layer = <CALayer>>
         | <UIScrollView; frame = (0 100; 375 500); contentOffset: {0, 40}; contentSize: {375, 900}>
         |    | <UILabel; frame = (1 62; 30 10); text = 'Ada'; layer = <CALayer>>
      """
    let shown = try leaves(text)
    #expect(shown.map(\.text) == ["Ada"])
    #expect(shown[0].frame == Rect(x: 1, y: 122, width: 30, height: 10))
    #expect(try read(text).nodes[2].text == "It's; fine")
  }

  @Test("quotes in a label of XCUITest end nothing")
  func quotes() throws {
    let text = """
      Element subtree:
       →Application, 0x1, pid: 7, label: 'App'
          Window (Main), 0x2, {{0.0, 0.0}, {375.0, 812.0}}
            StaticText, 0x3, {{1.0, 2.0}, {30.0, 20.3}}, identifier: 'a', label: 'It's, fine
      and two lines', Disabled
            TextField, 0x4, {{1.0, 32.0}, {30.0, 20.3}}, value: some, text, placeholderValue: 'x'
      Path to element:
       →Application, 0x1, pid: 7, label: 'App'
      """
    let shown = try leaves(text)
    #expect(shown.map(\.text) == ["It's, fine\nand two lines", "some, text"])
    #expect(shown[0].identifier == "a" && shown[0].kind == "StaticText")
    #expect(try read(text).nodes.count == 4)
  }

  @Test("an ARIA snapshot's lines in quotes and names with escapes are read")
  func aria() throws {
    let screen = try read(
      #"""
      - article "Post" [box=0,0,375,142]:
        - 'heading "It''s: \"Ada\"" [level=3] [box=64,12,97,20]'
        - link "more" [box=1,2,3,4]:
          - /url: https://example.com
          - text: more
      """#, picture: PixelSize(width: 750, height: 600))
    #expect(screen.nodes.map(\.text) == ["Post", "It's: \"Ada\"", "more"])
    #expect(screen.nodes[1].frame == Rect(x: 64, y: 12, width: 97, height: 20) && screen.scale == 2)
  }

  @Test("AccessibilitySnapshot's frames are pairs of pairs")
  func accessibilitySnapshot() throws {
    let screen = try read(
      """
      [{"container": {"_0": {"type": "list", "frame": [[0, 0], [390, 200]]}, "children": [
        {"element": {"_0": {"label": "Ada", "identifier": "name", "shape": {"frame": {"_0": [[64, 12], [97, 20]]}}},
          "traversalIndex": 0}}]}}]
      """
    )
    #expect(screen.nodes.map(\.kind) == ["container", "element"])
    #expect(screen.nodes[1].frame == Rect(x: 64, y: 12, width: 97, height: 20) && screen.nodes[1].identifier == "name")
  }

  @Test("Roborazzi's boxes count from the root, whatever the image was scaled by")
  func roborazzi() throws {
    let screen = try read(
      """
      {"schemaVersion": 1, "capture": {"imageWidth": 110, "imageHeight": 50, "scale": 0.5},
        "root": {"type": "view", "className": "V", "bounds": [20, 30, 240, 130], "children": [
          {"type": "compose", "testTag": "t", "bounds": [36, 54, 224, 102],
            "properties": {"Role": "Button", "Text": "Login"}}]}}
      """
    )
    #expect(screen.bounds == Rect(x: 0, y: 0, width: 220, height: 100))
    #expect(screen.nodes[1].frame == Rect(x: 16, y: 24, width: 188, height: 48))
  }

  @Test("Flutter's scale with one decimal is taken from the root, and errors add up with depth")
  func flutter() throws {
    let screen = try read(
      """
      I/flutter ( 123): SemanticsNode#0
      I/flutter ( 123):  │ Rect.fromLTRB(0.0, 0.0, 1080.0, 2340.0)
      I/flutter ( 123):  │
      I/flutter ( 123):  └─SemanticsNode#1
      I/flutter ( 123):    │ Rect.fromLTRB(0.0, 0.0, 392.7, 850.9) scaled by 2.8x
      I/flutter ( 123):    └─SemanticsNode#2
      I/flutter ( 123):        Rect.fromLTRB(10.0, 20.0, 60.0, 40.0)
      I/flutter ( 123):        identifier: "name"
      I/flutter ( 123):        label: "Ada"
      """)
    #expect(abs((screen.scale ?? 0) - 2.75) < 0.001)
    #expect(screen.nodes[2].frame == Rect(x: 10, y: 20, width: 50, height: 20) && screen.nodes[2].text == "Ada")
    #expect(screen.nodes[2].identifier == "name" && screen.nodes[2].spread.near.upperBound > 0.1)
  }

  // MARK: Invalid files

  private func code(_ text: String) -> String? {
    do {
      _ = try read(text)
      return nil
    } catch {
      return (error as? Diagnostic)?.code
    }
  }

  @Test(
    "what holds no hierarchy is reported",
    arguments: [
      ("", "screen.empty"), (" \n", "screen.empty"), ("ERROR: could not get idle state.", "screen.tool-failed"),
      ("hello", "screen.unknown"), ("{}", "screen.unknown"), (#"{"documents": [], "strings": []}"#, "screen.shape"),
      (#"{"attributes": {"#, "screen.json"), ("<?xml version='1.0'?><html/>", "screen.unknown"),
      ("Element subtree:\n →Find: Target Application 'x'\n", "screen.app-not-read"),
    ])
  func nothing(text: String, expected: String) {
    #expect(code(text) == expected)
  }

  @Test("a file that is cut off gives what is there, and says so")
  func cutOff() throws {
    let screen = try read(
      #"<hierarchy><node class="a.B" bounds="[0,0][9,9]"><node class="c.D" bounds="[0,0][3,3]"/><node te"#)
    #expect(screen.nodes.count == 2 && !screen.isWhole)
    #expect(screen.diagnostics.map(\.code) == ["screen.cut-off"])
  }

  @Test("the widest menu's button tells the scale; of a file that is cut off it may be missing, and none does")
  func scaleOfMenus() throws {
    let menu = #"<node text="More options" bounds="[0,0][120,120]"/>"#
    let bar = #"<node text="More options" bounds="[0,0][144,144]"/>"#
    #expect(try read("<hierarchy>\(menu)\(bar)</hierarchy>").scale == 3)
    #expect(try read("<hierarchy>\(menu)<node te").scale == nil)
  }

  @Test("markup that escapes nothing is read as far as that goes")
  func illFormed() throws {
    let screen = try read(
      #"<ViewHierarchy density="2"><A class="a.A" width="9" height="9" text="1 < 2">"#
        + #"<B class="a.B" text="x & y" width="4" height="4"/></A></ViewHierarchy>"#)
    #expect(screen.nodes.map(\.text) == ["1 < 2", "x & y"] && screen.nodes[1].parent == 0)
    #expect(screen.diagnostics.map(\.code) == ["screen.ill-formed"])
    #expect(screen.diagnostics.first?.place?.position == .line(1, column: 72))
  }

  @Test("entities without end are not begun")
  func billionLaughs() {
    let text = """
      <?xml version="1.0"?><!DOCTYPE hierarchy [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>
      <hierarchy><node text="&b;" bounds="[0,0][9,9]"/></hierarchy>
      """
    #expect(code(text) == "screen.document-type")
  }

  @Test(
    "a million elements, and elements in elements without end, are refused in every syntax",
    arguments: ["xml", "json", "lines"])
  func bounds(syntax: String) {
    let (many, deep) = (ScreenLimits.nodes + 1, 5000)
    switch syntax {
    case "xml":
      #expect(code("<hierarchy>" + String(repeating: "<node/>", count: many) + "</hierarchy>") == "screen.too-many")
      #expect(code("<hierarchy>" + String(repeating: "<node>", count: deep)) == "screen.too-deep")
    case "json":
      let item = #"{"attributes": {}, "children": ["#
      #expect(code(item + String(repeating: "{},", count: many) + "{}]}") == "screen.too-many")
      #expect(code(String(repeating: item, count: deep)) == "screen.json")
    default:
      #expect(code(String(repeating: "- img [box=0,0,1,1]\n", count: many)) == "screen.too-many")
      let nested = (0..<deep).map { String(repeating: " ", count: $0) + "- img [box=0,0,1,1]\n" }
      #expect(code(nested.joined()) == "screen.too-deep")
    }
  }

  @Test("frames that are not rectangles are counted, and belong to no one")
  func frames() throws {
    let screen = try read(
      """
      <XCUIElementTypeApplication type="XCUIElementTypeApplication" x="0" y="0" width="390" height="844">
      <A type="A" x="nan" y="0" width="5" height="5"/><A type="A" x="0" y="0" width="-5" height="5"/>
      <A type="A" x="0" y="0" width="inf" height="5"/><A type="A" x="0" y="0" width="5" height="5"/>
      </XCUIElementTypeApplication>
      """)
    #expect(screen.nodes.map { $0.frame != nil } == [true, false, false, false, true])
    #expect(screen.diagnostics.map(\.message) == ["3 frames are invalid: a size is negative or not a number"])
  }

  @Test("an image tells the scale where its height agrees")
  func scale() throws {
    let text = agent(#"label="Ada" x="190" y="426" width="22" height="22""#)
    #expect(try read(text, picture: PixelSize(width: 1170, height: 2532)).scale == 3)
    #expect(try read(text, picture: PixelSize(width: 1170, height: 900)).scale == nil)
    #expect(try read(text).scaleSource.text == "not in the file; 390x844 pt is a @3x iPhone")
  }
}
