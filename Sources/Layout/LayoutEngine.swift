/// Lays specs out: measures a tree within a size range, then places its boxes.
///
/// The rules are Texture's. A layout depends on nothing but its arguments, may run on any thread, and always ends with
/// a finite card; what could not be had as asked is among the card's problems.
public struct LayoutEngine: Sendable {
  /// Levels of specs that are laid out; what is nested deeper is left out with `LayoutProblem.Fact.tooDeep`. Measuring
  /// is recursive, about 1.4 KB a level in a release build, and must fit the 512 KB of a secondary thread of macOS.
  public static let depthLimit = 256

  private let measuring: any TextMeasuring
  private let grid: PixelGrid

  /// - Parameter scale: device pixels a point; sizes and positions are rounded up to whole pixels of it.
  public init(measuring: any TextMeasuring, scale: Double = 2) {
    self.measuring = measuring
    self.grid = PixelGrid(scale: scale)
  }

  /// The spec's boxes; the card's size lies in `range`, rounded up to the pixel.
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
