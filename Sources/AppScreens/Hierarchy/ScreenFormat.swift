/// The file format of a view hierarchy.
package enum ScreenFormat: String, CaseIterable, Encodable, Sendable {
  case wdaXML = "wda-xml"
  case wdaJSON = "wda-json"
  case uiAutomator = "uiautomator"
  case ariaBoxes = "aria-boxes"
  case domSnapshot = "domsnapshot"
  case roborazzi = "roborazzi-uitree"
  case maestro = "maestro"
  case trailblaze = "trailblaze"
  case xcuiTest = "xcuitest"
  case recursiveDescription
  case accessibilitySnapshot = "accessibility-snapshot"
  case detox = "detox-xml"
  case flutterSemantics = "flutter-semantics"
  case lighthouse
  case galen
  /// A screenshot without a hierarchy.
  case picture

  /// The tool that writes the format.
  package var tool: String {
    switch self {
    case .wdaXML: "Appium's page source, WebDriverAgent"
    case .wdaJSON: "WebDriverAgent's source as JSON"
    case .uiAutomator: "uiautomator dump, Appium's page source"
    case .ariaBoxes: "Playwright's ariaSnapshot with boxes"
    case .domSnapshot: "DOMSnapshot.captureSnapshot of Chrome"
    case .roborazzi: "Roborazzi's uitree.json"
    case .maestro: "maestro hierarchy"
    case .trailblaze: "Trailblaze"
    case .xcuiTest: "XCUITest's debugDescription"
    case .recursiveDescription: "UIKit's recursiveDescription"
    case .accessibilitySnapshot: "AccessibilitySnapshot"
    case .detox: "Detox's view hierarchy"
    case .flutterSemantics: "Flutter's debugDumpSemanticsTree"
    case .lighthouse: "Lighthouse's nodes"
    case .galen: "Galen's page dump"
    case .picture: "a screenshot alone"
    }
  }

  /// Whether screens in points are iPhone screens.
  var isIOS: Bool {
    switch self {
    case .wdaXML, .wdaJSON, .maestro, .trailblaze, .xcuiTest, .recursiveDescription, .accessibilitySnapshot: true
    default: false
    }
  }
}
