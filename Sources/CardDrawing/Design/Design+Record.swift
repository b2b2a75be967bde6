import CardTemplates
import Cards
import DesignTokens

extension Design.Theme {
  /// The theme with cards and metrics as a record says; what stands around the cards stays.
  ///
  /// - Returns: Nil where the record's texts make no design.
  package func designed(by record: DesignRecord) -> Design.Theme? {
    let files = record.tokenFiles(of: name)
    guard !files.isEmpty, let tokens = TokenSet.load(layers: files).0,
      let icons = IconSet.parse(record.iconFile).0, let metrics = FeedMetrics.read(from: tokens, file: "").0
    else { return nil }
    let context = TemplateContext(tokens: tokens, icons: icons) { record.templates[$0] }
    var theme = self
    theme.metrics = metrics
    for role in cards.keys {
      guard let text = record.templates[role.file],
        let card = CardTemplate.parse(TemplateFile(name: role.file, contents: text), in: context, for: role.model).0
      else { return nil }
      theme.cards[role] = card
    }
    return theme
  }
}
