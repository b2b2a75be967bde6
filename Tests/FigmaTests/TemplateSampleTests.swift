import Drawing
import Foundation
import Testing

@testable import Figma

/// Drafts of frames that others designed, laid out and held against Figma's own boxes.
@Suite(.enabled(if: Samples.folder != nil, "no extra vectors beside the checkout"))
struct TemplateSampleTests {
  @Test("every box stands within half a point of where Figma put it", arguments: Samples.names("files"))
  func standsWhereFigmaPutIt(_ name: String) throws {
    let file = try Samples.file("files/\(name).json")
    for frame in file.frames where !frame.isHidden && frame.size != nil {
      let place = try #require(file.places[frame.id])
      // A fine grid: on one of half points boxes at odd places are brought to it, each by itself.
      let drafted = try DraftedFrame(file, place, scale: 64)
      #expect(drafted.far.isEmpty, "\(frame.name): \(drafted.far.prefix(8))")
      // What is not laid out stands in an icon.
      let icons = drafted.draft.text.components(separatedBy: "icon: ").count - 1
      #expect(drafted.distances.count == drafted.layers.count || icons > 0)
      #expect(drafted.distances.count > drafted.layers.count / 2)
      let halves = try DraftedFrame(file, place, scale: 2)
      let worst = halves.distances.map(\.distance).max() ?? 0
      // A column of fractional heights drifts by a part of a pixel each.
      #expect(worst < 1.5, "\(frame.name): \(worst)")
    }
  }
}
