import FeedIngest

/// Every word that a card or a page of the feed shows by itself, in one language.
///
/// The tables are our own, so that a card never depends on the machine's locale data.
package struct Strings: Sendable {
  package let language: Language
  package let dates: Dates
  package let numbers: Numbers
  package let post: PostWords
  package let events: EventWords
  package let attachments: AttachmentWords
  /// In the place of a quoted post that can't be shown.
  package let quotes: [Quote.Absence: String]
  package let system: SystemWords
  package let screen: ScreenWords
  package let accessibility: AccessibilityWords
  package let site: SiteWords
  package let chat: ChatWords

  /// The words of a language.
  package static func of(_ language: Language) -> Strings {
    switch language {
    case .ru: russian
    case .en: english
    }
  }

  package struct Dates: Sendable {
    /// Twelve short names, January first.
    package let months: [String]
    package let today: Phrase
    package let yesterday: Phrase
    package let tomorrow: Phrase
    package let sameYear: Phrase
    package let otherYear: Phrase
    /// With all that is known.
    package let full: Phrase
    /// `AM` and `PM`; nil where the clock has 24 hours.
    package let halves: (before: String, after: String)?
  }

  package struct Numbers: Sendable {
    package let decimalSeparator: String
    package let groupSeparator: String
    package let percent: Phrase
    /// Bytes first, each 1 024 times the one before.
    package let byteUnits: [String]
  }

  package struct PostWords: Sendable {
    package let showMore: String
    /// What opens a post that is hidden behind a warning, and pictures that are.
    package let show: String
    package let edited: String
    /// Above a post that somebody else put into the feed.
    package let boosted: Phrase
    package let reposted: Phrase
    package let forwarded: Phrase
    /// Above a post that answers somebody.
    package let replyTo: Phrase
    /// Above a post that answers one of which nothing else is known.
    package let reply: String
    /// Above a post that answers its author's own.
    package let thread: String
    /// Where a feed has posts of several services.
    package let from: Phrase
    package let advertisement: String
    package let pinned: String
    package let paywall: String
    package let place: String
    package let signer: String
    /// Under the last card.
    package let count: PluralForms
  }

  package struct EventWords: Sendable {
    package let recommended: String
    package let giftCertificate: String
    package let day: Phrase
    package let dayAndYear: Phrase
    /// Days of one month.
    package let daysOfMonth: Phrase
    package let daysOfMonthAndYear: Phrase
    /// From a day to another, both written out.
    package let days: Phrase
    package let hours: Phrase
    /// Under the last card.
    package let count: PluralForms
  }

  package struct AttachmentWords: Sendable {
    package let video: String
    package let animation: String
    package let live: String
    /// On the poster of an animation.
    package let gif: String
    package let link: String
    package let document: String
    package let poll: String
    package let anonymousPoll: String
    /// Of a poll in which nobody can vote any more.
    package let closedPoll: String
    /// Of one in which people can vote until then.
    package let openPoll: Phrase
    package let severalAnswers: String
    package let voters: PluralForms
    package let audio: String
    package let podcast: String
    package let article: String
    package let market: String
    package let sticker: String
    package let graffiti: String
    package let album: String
    package let note: String
    package let page: String
    /// A type that this version does not know.
    package let unknown: String
    package let votes: PluralForms
    package let photos: PluralForms
  }

  package struct SystemWords: Sendable {
    /// Of every kind but `other`.
    package let titles: [SystemKind: String]
    /// An item of another kind, by the service's name for it.
    package let unknown: Phrase
    /// The last two of a short list of names.
    package let and: Phrase
    /// Names, and how many more.
    package let andMore: Phrase
  }

  package struct ScreenWords: Sendable {
    package let search: String
    package let feed: String
  }

  /// What a screen reader says where a card shows a picture or an icon.
  package struct AccessibilityWords: Sendable {
    package let photo: String
    package let photoOf: Phrase
    package let avatarOf: Phrase
    package let likes: PluralForms
    package let favourites: PluralForms
    package let reactions: PluralForms
    package let comments: PluralForms
    package let replies: PluralForms
    package let reposts: PluralForms
    package let boosts: PluralForms
    package let quotes: PluralForms
    package let views: PluralForms
    /// Of the answer that the feed's reader gave.
    package let chosenAnswer: String
  }

  /// The feed's page around the cards.
  package struct SiteWords: Sendable {
    package let theme: String
    /// The theme that the reader's system has.
    package let system: String
    package let light: String
    package let dark: String
    package let width: String
    package let boxes: String
    package let review: String
    package let collapse: String
    package let carousel: String
    package let previousPhoto: String
    package let nextPhoto: String
    package let noScript: String
    /// A post on its own service.
    package let original: String
    /// A post that has left its feed.
    package let removed: String
  }
}

extension Strings {
  /// A number with its noun: "21 запись", "1,234 posts".
  package func counted(_ count: Int, _ forms: PluralForms) -> String {
    forms[language.pluralCategory(of: count)].filled([.n: grouped(count)])
  }

  /// "Анна, Борис и ещё 3": two names of more than three, all of fewer.
  package func listed(_ names: [String]) -> String {
    let shown = names.prefix(Self.namesShown(of: names.count))
    if shown.count < names.count {
      return system.andMore.filled([
        .names: shown.joined(separator: ", "), .n: grouped(names.count - shown.count),
      ])
    }
    guard let last = shown.last, shown.count > 1 else { return shown.first ?? "" }
    return system.and.filled([.names: shown.dropLast().joined(separator: ", "), .name: last])
  }

  /// How many of a list's names `listed` writes out.
  static func namesShown(of count: Int) -> Int { count <= 3 ? count : 2 }

  /// The heading of an item that is not a post.
  package func systemTitle(of kind: SystemKind, type: String) -> String {
    system.titles[kind] ?? system.unknown.filled([.type: type])
  }
}

extension Strings.AccessibilityWords {
  /// "12 likes"
  package func forms(of kind: Post.Counter.Kind) -> PluralForms {
    switch kind {
    case .likes: likes
    case .favourites: favourites
    case .reactions: reactions
    case .comments: comments
    case .replies: replies
    case .reposts: reposts
    case .boosts: boosts
    case .quotes: quotes
    case .views: views
    }
  }
}
