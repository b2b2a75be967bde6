/// How much the page loads ahead of what is seen, and what each thing counts.
package struct PrefetchPlan: Hashable, Codable, Sendable {
  /// What the cards ahead may cost together.
  package var budget: Double
  package var photo: Double
  /// One page of a carousel.
  package var page: Double
  /// A video's or an animation's preview.
  package var preview: Double
  /// A card without pictures.
  package var text: Double

  package init(
    budget: Double = 12, photo: Double = 1, page: Double = 1, preview: Double = 2, text: Double = 0.25
  ) {
    self.budget = budget
    self.photo = photo
    self.page = page
    self.preview = preview
    self.text = text
  }
}
