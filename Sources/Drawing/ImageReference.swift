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

  /// How the picture comes into its box where it does not simply fill it.
  package enum Treatment: String, Codable, Sendable {
    /// So blurred that nothing of it can be made out.
    case blurred
    /// Whole, in the middle, with nothing beside it.
    case contained
  }

  package var candidates: [Candidate]
  /// For people who can't see the picture.
  package var description: String?
  /// What stays in sight where the picture is cut: (0, 0) is its top left corner, (1, 1) the bottom right one; nil is its
  /// middle.
  package var focus: Point?
  package var treatment: Treatment?

  package init(
    candidates: [Candidate], description: String? = nil, focus: Point? = nil, treatment: Treatment? = nil
  ) {
    self.candidates = candidates
    self.description = description
    self.focus = focus
    self.treatment = treatment
  }

  /// The same picture with nothing to be made out, and nothing said of it.
  package var blurred: ImageReference {
    ImageReference(candidates: candidates, focus: focus, treatment: .blurred)
  }
}
