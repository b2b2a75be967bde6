/// The feed as a page of cards: what the page's template shows. Every string is plain text; the template escapes it.
package struct FeedPage: Sendable {
  /// One theme's picture of a card in all its scales.
  package struct Picture: Sendable {
    package var theme: String
    /// Relative to the page: the smallest scale.
    package var source: String
    /// `path 2x, path 3x` for the `srcset` attribute.
    package var sourceSet: String

    package init(theme: String, source: String, sourceSet: String) {
      self.theme = theme
      self.source = source
      self.sourceSet = sourceSet
    }
  }

  /// A card in one state. Points, which the page takes for CSS pixels.
  package struct State: Sendable {
    package var width: Double
    package var height: Double
    /// Light first where there is one.
    package var pictures: [Picture]

    package init(width: Double, height: Double, pictures: [Picture]) {
      self.width = width
      self.height = height
      self.pictures = pictures
    }
  }

  package struct Card: Sendable {
    package var id: String
    /// What a screen reader says instead of the picture.
    package var description: String
    package var expanded: State
    /// Nil for a card of one state.
    package var collapsed: State?

    package init(id: String, description: String, expanded: State, collapsed: State?) {
      self.id = id
      self.description = description
      self.expanded = expanded
      self.collapsed = collapsed
    }
  }

  /// CSS values of one theme, taken from the design tokens.
  package struct Theme: Sendable {
    package var name: String
    package var background: String
    package var cardFill: String
    package var shadow: String
    package var secondaryText: String

    package init(name: String, background: String, cardFill: String, shadow: String, secondaryText: String) {
      self.name = name
      self.background = background
      self.cardFill = cardFill
      self.shadow = shadow
      self.secondaryText = secondaryText
    }
  }

  /// BCP 47, for the `lang` attribute.
  package var language: String
  package var title: String
  /// "24 записи"
  package var footer: String
  package var cards: [Card]
  package var themes: [Theme]
  /// Points.
  package var cardGap: Double
  package var cardRadius: Double
  package var screenWidth: Double

  package init(
    language: String, title: String, footer: String, cards: [Card], themes: [Theme], cardGap: Double,
    cardRadius: Double, screenWidth: Double
  ) {
    self.language = language
    self.title = title
    self.footer = footer
    self.cards = cards
    self.themes = themes
    self.cardGap = cardGap
    self.cardRadius = cardRadius
    self.screenWidth = screenWidth
  }
}
