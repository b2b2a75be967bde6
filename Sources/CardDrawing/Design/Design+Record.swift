import CardTemplates
import Cards
import DesignTokens
import FeedIngest

extension Design.Theme {
  /// The theme with cards and metrics as a record says; what stands around the cards stays.
  ///
  /// - Returns: Nil where the record's texts make no design.
  package func designed(by record: DesignRecord) -> Design.Theme? {
    let files = record.tokenFiles(of: name)
    guard !files.isEmpty, let tokens = TokenSet.load(layers: files).0,
      let icons = IconSet.parse(record.iconFile).0, let metrics = FeedMetrics.read(from: tokens, file: "").0
    else { return nil }
    func card(_ role: CardRole, of service: Service?) -> CardTemplate? {
      let text: @Sendable (String) -> String? = { record.templates[DesignRecord.name(of: $0, for: service)] }
      let context = TemplateContext(tokens: tokens, icons: icons, include: text)
      return text(role.file).flatMap {
        CardTemplate.parse(TemplateFile(name: role.file, contents: $0), in: context, for: role.model).0
      }
    }
    var theme = self
    theme.metrics = metrics
    for role in cards.keys {
      guard let card = card(role, of: nil) else { return nil }
      theme.cards[role] = card
    }
    for (service, cards) in serviceCards {
      // What was approved before the service had templates of its own looks as all others do.
      for role in cards.keys { theme.serviceCards[service]?[role] = card(role, of: service) ?? theme.cards[role] }
    }
    return theme
  }
}
