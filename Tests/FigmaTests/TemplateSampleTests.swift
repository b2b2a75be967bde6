import Drawing
import Figma
import Foundation
import Testing

/// Drafts of frames designed by others, laid out and compared with Figma's boxes.
@Suite(.enabled(if: Samples.folder != nil, "no extra vectors beside the checkout"))
struct TemplateSampleTests {
  @Test("every box stands within half a point of where Figma put it", arguments: Samples.names("files"))
  func standsWhereFigmaPutIt(_ name: String) throws {
    let file = try Samples.file("files/\(name).json")
    for frame in file.frames where !frame.isHidden && frame.size != nil {
      let place = try #require(file.places[frame.id])
      // A fine grid, because a grid of half points would round each box at an odd position.
      let drafted = try DraftedFrame(file, place, scale: 64)
      #expect(drafted.far.isEmpty, "\(frame.name): \(drafted.far.prefix(8))")
      // Layers that are not laid out are part of an icon.
      let icons = drafted.draft.text.components(separatedBy: "icon: ").count - 1
      #expect(drafted.distances.count == drafted.layers.count || icons > 0)
      #expect(drafted.distances.count > drafted.layers.count / 2)
      let halves = try DraftedFrame(file, place, scale: 2)
      let worst = halves.distances.map(\.distance).max() ?? 0
      // In a column of fractional heights, rounding adds up.
      #expect(worst < 1.5, "\(frame.name): \(worst)")
    }
  }
}
