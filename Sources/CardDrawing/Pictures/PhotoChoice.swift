import Pixels

/// Which of a photo's sizes to read for a target.
enum PhotoChoice {
  /// The smallest that covers the target without being enlarged, else the largest; sizes whose pixels nobody knows only
  /// where no other is left. Never by a size's type letter.
  static func best<Candidate>(
    of candidates: [Candidate], width: Int, height: Int, size: (Candidate) -> PixelSize?
  ) -> Candidate? {
    var covering: (candidate: Candidate, area: Double)?
    var largest: (candidate: Candidate, area: Double)?
    for candidate in candidates {
      guard let pixels = size(candidate), pixels.width > 0, pixels.height > 0 else { continue }
      let area = Double(pixels.width) * Double(pixels.height)
      if pixels.width >= width, pixels.height >= height, area < covering?.area ?? .infinity {
        covering = (candidate, area)
      }
      if area > largest?.area ?? 0 { largest = (candidate, area) }
    }
    return covering?.candidate ?? largest?.candidate ?? candidates.first
  }
}
