/// A text that was written in HTML: the words a reader sees, what ranges of them mean, and the pictures between them.
struct MarkupText {
  /// A picture that stands in the text.
  struct Image: Hashable, Sendable {
    var url: String
    var description: String?
    /// Pixels; nil where the markup does not say.
    var width: Int?
    var height: Int?
    /// Where the text stood as it came, a UTF-8 offset.
    var offset: Int
  }

  var text: FacetedText
  /// In order; without those of emoji, and without those that nobody can see (tracking pixels).
  var images: [Image]
  var outcome: MarkupReader.Outcome

  /// - Parameters:
  ///   - base: What relative addresses start from; without it they lead nowhere.
  ///   - hidesQuote: Leaves out what is of the class `quote-inline`: servers write it for those that show no quotes.
  init(html: String, base: String? = nil, hidesQuote: Bool = false) {
    // Most texts of feeds are a paragraph or two; those without any markup need no parser.
    guard html.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else {
      text = FacetedText(MarkupTextBuilder.collapsed(html))
      (images, outcome) = ([], .whole)
      return
    }
    let builder = MarkupTextBuilder(base: base, hidesQuote: hidesQuote)
    outcome = MarkupReader.read(html, into: builder)
    (text, images) = builder.finish()
  }

  /// The pictures as a post carries them.
  var photos: [Attachment] {
    images.map { image in
      .photo(
        Photo(
          sources: [.init(url: image.url, width: image.width, height: image.height)], description: image.description))
    }
  }
}
