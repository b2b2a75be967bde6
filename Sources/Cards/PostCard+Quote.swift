import Drawing

extension PostCard {
  /// A post that is quoted, in a few lines.
  package struct Quote: Hashable, Codable, Sendable {
    /// Nil where the quoted post can't be shown.
    package var header: Header?
    package var text: RichText?
    /// The first picture, whatever their number.
    package var photo: ImageReference?
    /// What it carries beside, in a word: "Video".
    package var note: String?
    /// Why it can't be shown.
    package var absence: String?
    /// Its page.
    package var target: String?

    package init(
      header: Header? = nil, text: RichText? = nil, photo: ImageReference? = nil, note: String? = nil,
      absence: String? = nil, target: String? = nil
    ) {
      self.target = target
      self.header = header
      self.text = text
      self.photo = photo
      self.note = note
      self.absence = absence
    }
  }
}

extension PostCard.Quote {
  static let schema: CardSchema = .record(
    [
      "author": PostCard.Header.schema, "text": .text, "photo": .image(.photo), "note": .text, "absence": .text,
      "target": .text,
    ], item: .quote(target: "target"))

  /// - Parameter blurs: Whether its picture is hidden.
  func value(blurs: Bool) -> CardValue {
    var fields = CardFields()
    fields["author"] = header?.value
    fields["text"] = text.map(CardValue.text)
    fields["photo"] = photo.map { .image(blurs ? $0.blurred : $0) }
    fields["note"] = note.map(CardValue.string)
    fields["absence"] = absence.map(CardValue.string)
    fields["target"] = target.map(CardValue.string)
    return .record(fields)
  }
}
