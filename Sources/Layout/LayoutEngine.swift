/// Lays specs out: measures a tree within a size range, then places its boxes.
///
/// The rules are Texture's. A layout depends only on its arguments, may run on any thread, and always produces a finite
/// card; requests that could not be met are among the card's problems.
public struct LayoutEngine: Sendable {
  /// The maximum depth of specs; deeper ones are dropped with `LayoutProblem.Fact.tooDeep`. Measuring is recursive,
  /// takes about 1.4 KB per level in a release build, and must fit the 512 KB stack of a secondary thread on macOS.
  public static let depthLimit = 256

  private let measuring: any TextMeasuring
  private let grid: PixelGrid

  /// - Parameter scale: Device pixels per point; sizes and positions are rounded up to whole pixels.
  public init(measuring: any TextMeasuring, scale: Double = 2) {
    self.measuring = measuring
    self.grid = PixelGrid(scale: scale)
  }

  /// The boxes for the spec; the card's size is in `range`, rounded up to the pixel.
  public func layOut(_ spec: LayoutSpec, in range: SizeRange) -> LaidOutCard {
    let tree = LayoutTree(spec, depthLimit: Self.depthLimit)
    var check = InputCheck()
    let range = check.range(range)
    let pass = LayoutPass(tree: tree, texts: TextPass(measuring: measuring, nodeCount: tree.nodes.count), grid: grid)
    let measurement = pass.measure(tree.root, in: range, parentSize: ParentSize(fixedIn: range))
    var placement = BoxPlacement(tree: tree, texts: pass.texts, grid: grid)
    placement.report(check.facts, at: tree.root)
    return placement.card(measurement)
  }
}
