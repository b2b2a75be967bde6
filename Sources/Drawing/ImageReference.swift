/// A picture by its addresses. Which of them is drawn is decided when the target's pixels are known.
package struct ImageReference: Hashable, Codable, Sendable {
  package struct Candidate: Hashable, Codable, Sendable {
    /// As the feed gives it: http(s), `file:`, `data:`, or a path relative to the feed's folder.
    package var url: String
    /// Pixels; nil where the feed does not say.
    package var width: Int?
    package var height: Int?

    package init(url: String, width: Int? = nil, height: Int? = nil) {
      self.url = url
      self.width = width
      self.height = height
    }
  }

  package var candidates: [Candidate]
  /// For people who can't see the picture.
  package var description: String?

  package init(candidates: [Candidate], description: String? = nil) {
    self.candidates = candidates
    self.description = description
  }
}
