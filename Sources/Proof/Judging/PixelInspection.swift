import Pixels

/// From differing pixels to what they mean for a case.
struct PixelInspection {
  let tolerance: Tolerance
  let difference: PixelDifference
  let blame: RegionBlame
  /// Nil where the pixels of texts are judged like all others.
  let texts: TextPixels?
  let masks: [PixelRect]
  let expected: Bitmap
  let drawn: Bitmap
  let scale: Double

  var finding: PixelFinding {
    let strips = difference.strips.map(blame.blame)
    guard let texts else {
      return finding(of: difference.differing, compared: difference.compared, strips: strips, ink: nil)
    }
    let inTexts = difference.differing.filtered(texts.contains)
    let outside = difference.differing.filtered { !texts.contains($0, $1) }
    let compared = texts.count(without: masks)
    let stray = StrayInk(expected: expected, drawn: drawn, radius: max(1, Int((1.5 * scale).rounded())))
      .pixels(of: inTexts, in: texts.rects)
    let ink = InkFinding(compared: compared, differing: inTexts.count, stray: stray.count)
    var found = finding(of: outside, compared: max(0, difference.compared - compared), strips: strips, ink: ink)
    // Ink where it should not be is shown like any other difference.
    let strayRegions = stray.regions(reach: reach).map(blame.blame)
    found.regions = (found.regions + strayRegions).sorted { ($0.bounds.y, $0.bounds.x) < ($1.bounds.y, $1.bounds.x) }
    return found
  }

  /// Differing pixels less than four points apart are one region.
  private var reach: Int { max(1, Int((4 * scale).rounded())) }

  private func finding(
    of pixels: PixelSet, compared: Int, strips: [BlamedRegion], ink: InkFinding?
  ) -> PixelFinding {
    PixelFinding(
      difference: difference, regions: pixels.regions(reach: reach).map(blame.blame) + strips, differing: pixels.count,
      limit: tolerance.limit(ofCompared: compared), ink: ink)
  }
}
