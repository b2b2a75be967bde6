import Drawing
import FeedReading

/// All words that cards and feed pages show, in one language.
///
/// The tables are our own, so that a card never depends on the machine's locale data: `Templates/Strings` has a file
/// for each language, whose keys are the names of these properties.
package struct Strings: Decodable, Sendable {
  package let plural: PluralRule
  /// The writing direction of the language, and so of cards and pages.
  package let direction: LayoutDirection
  package let dates: Dates
  package let numbers: Numbers
  package let post: PostWords
  package let people: PeopleWords
  package let events: EventWords
  package let attachments: AttachmentWords
  /// Shown in place of a quoted post that can't be shown.
  package let quotes: QuoteWords
  package let system: SystemWords
  package let screen: ScreenWords
  package let accessibility: AccessibilityWords
  package let site: SiteWords
  package let page: PageWords
  package let book: BookWords
  package let chat: ChatWords

  package struct Dates: Decodable, Sendable {
    /// Twelve short names, January first.
    package let months: [String]
    package let today, yesterday, tomorrow: Phrase
    package let sameYear, otherYear: Phrase
    /// With all parts known.
    package let full: Phrase
    /// Relative ages, in the language's shortest form (CLDR's narrow units).
    package let ago: RelativeAgeWords
    /// `AM` and `PM`; nil for a 24-hour clock.
    package let halves: DayPeriods?
    /// Whether 9 o'clock is "09:00"; nil is false.
    package let twoDigitHours: Bool?

    package struct RelativeAgeWords: Decodable, Sendable {
      /// Less than a minute.
      package let now: String
      package let minutes, hours, days: Phrase
    }

    package struct DayPeriods: Decodable, Sendable {
      package let before, after: String
    }
  }

  package struct Numbers: Decodable, Sendable {
    package let decimalSeparator, groupSeparator: String
    /// The minimum number of digits before the last group for digits to be grouped (CLDR's `minimumGroupingDigits`);
    /// nil is 1.
    package let minimumGrouping: Int?
    package let percent: Phrase
    /// An amount with its currency sign.
    package let money: Phrase
    /// Bytes first; each unit is 1 024 times the previous one.
    package let byteUnits: [String]
  }

  package struct PostWords: Decodable, Sendable {
    package let showMore: String
    /// The label that opens a post behind a warning, or reveals hidden images.
    package let show: String
    package let edited: String
    /// Marks posts that their service does not show to everyone.
    package let followersOnly, direct, unpublished: String
    /// Above a post that another author put into the feed.
    package let boosted, reposted, forwarded: Phrase
    /// Above a reply to a known author.
    package let replyTo: Phrase
    /// Above a reply to an unknown post.
    package let reply: String
    /// Above a reply to the author's own post.
    package let thread: String
    /// Used if a feed has posts of several services.
    package let from: Phrase
    package let advertisement, pinned, paywall, place, signer: String
    /// Below the last card.
    package let count: PluralForms
  }

  /// Authors without a name.
  package struct PeopleWords: Decodable, Sendable {
    package let banned, deleted, unknown: String
  }

  package struct EventWords: Decodable, Sendable {
    package let recommended, giftCertificate: String
    package let day, dayAndYear: Phrase
    /// Days of one month.
    package let daysOfMonth, daysOfMonthAndYear: Phrase
    /// From one day to another, both written out.
    package let days: Phrase
    package let hours: Phrase
    /// Below the last card.
    package let count: PluralForms
  }

  @dynamicMemberLookup
  package struct AttachmentWords: Decodable, Sendable {
    package struct Phrases: Decodable, Sendable {
      package let live: String
      /// On the poster of an animation, in a feed and in a conversation.
      package let gif: String
      /// A file of unknown kind.
      package let document: String
      package let anonymousPoll: String
      /// A poll that is closed.
      package let closedPoll: String
      /// A closed poll whose votes are public.
      package let finalResults: String
      /// A poll that is open until a given time.
      package let openPoll: Phrase
      package let severalAnswers: String
      package let votes, voters, photos: PluralForms
    }

    private let phrases: Phrases
    /// Keyed by the cases of `MediaKind`, which are also the keys of the language files.
    private let kinds: [MediaKind: String]

    package init(from decoder: any Decoder) throws {
      phrases = try Phrases(from: decoder)
      let words = try decoder.container(keyedBy: Name.self)
      kinds = try MediaKind.allCases.reduce(into: [:]) { kinds, kind in
        kinds[kind] = try words.decode(String.self, forKey: Name(stringValue: "\(kind.worded)"))
      }
    }

    package subscript<Value>(dynamicMember path: KeyPath<Phrases, Value>) -> Value { phrases[keyPath: path] }

    /// The word for a kind of attachment.
    package func word(for kind: MediaKind) -> String { kinds[kind] ?? "" }

    private struct Name: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
  }

  package struct QuoteWords: Decodable, Sendable {
    package let deleted, blocked, muted, detached, pending, rejected, notIncluded: String

    package subscript(absence: Quote.Absence) -> String {
      switch absence {
      case .deleted: deleted
      case .blocked: blocked
      case .muted: muted
      case .pending: pending
      case .rejected: rejected
      case .detached: detached
      case .notIncluded: notIncluded
      }
    }
  }

  package struct SystemWords: Decodable, Sendable {
    /// Joins the last two names of a short list.
    package let and: Phrase
    /// Names, and how many more there are.
    package let andMore: Phrase
    /// An event between messages that has no wording.
    package let unknownEvent: String
    /// Keyed by the names of `SystemKind`.
    package let kinds: [String: KindWords]

    /// The wording of an event.
    package struct KindWords: Decodable, Sendable {
      /// Used if the event is an item of a feed.
      package let title: Phrase
      /// Used between messages, with `{name}` for the actor and `{type}` for the object. Nil if the service's own words
      /// are better.
      package let line: Phrase?

      private enum Key: CodingKey { case title, line }

      package init(from decoder: any Decoder) throws {
        if let title = try? decoder.singleValueContainer().decode(Phrase.self) {
          (self.title, line) = (title, nil)
          return
        }
        let container = try decoder.container(keyedBy: Key.self)
        title = try container.decode(Phrase.self, forKey: .title)
        line = try container.decodeIfPresent(Phrase.self, forKey: .line)
      }
    }

    /// The title of a feed item about an event, and the line between messages.
    package func words(_ kind: SystemKind) -> (title: String, line: Phrase?) {
      if case .other(let words) = kind {
        return (kinds["other"]?.title.filled([.text: CleanText.line(words)]) ?? words, nil)
      }
      let own = kinds["\(kind)"]
      return (own?.title.filled([:]) ?? "", own?.line)
    }
  }

  package struct ScreenWords: Decodable, Sendable {
    package let search, feed: String
    /// The placeholder of the message composer.
    package let message: String
  }

  /// Texts for screen readers in place of images and icons.
  package struct AccessibilityWords: Decodable, Sendable {
    package let photo: String
    package let photoOf, avatarOf: Phrase
    package let likes, favourites, reactions, comments, replies, reposts, boosts, quotes, bookmarks, views: PluralForms
    /// Marks the answer that the feed's reader chose.
    package let chosenAnswer: String

    /// "12 likes"
    package func counter(_ kind: Post.Counter.Kind) -> PluralForms {
      switch kind {
      case .likes: likes
      case .favourites: favourites
      case .reactions: reactions
      case .comments: comments
      case .replies: replies
      case .reposts: reposts
      case .boosts: boosts
      case .quotes: quotes
      case .bookmarks: bookmarks
      case .views: views
      }
    }
  }

  /// The words of the feed's page around the cards.
  package struct SiteWords: Decodable, Sendable {
    package let theme: String
    /// The theme that follows the system's setting.
    package let system: String
    package let light, dark, width, columns, boxes, review, faces, collapse: String
    package let carousel, previousPhoto, nextPhoto: String
    package let noScript: String
    /// A post on its own service.
    package let original: String
    /// A removed post, and a message that a later export of the conversation lacks.
    package let removed, removedMessage: String
    /// Earlier versions of an edited post; the export that contains one is named by the `{day}` of its last entry.
    package let versions: String
    package let exportUpTo: Phrase
    /// Files that the export names but the folder lacks.
    package let missing: String
  }

  /// Search, filters and calendar of a page.
  package struct PageWords: Decodable, Sendable {
    /// For posts, and for messages.
    package let searchFor, searchHelp, printed: Pair
    package let search, results, found, nothing, searching, badDate: String
    package let calendar, month, previousMonth, nextMonth, close, toEnd, back, settings, unread, allChats: String
    package let byAuthor, byKind, allAuthors, allKinds, clearFilters, timeline: String
    /// Content types of posts, by their names in a search.
    package let kinds: Kinds
    package let asDrawn, originalSize, saveImage, unknownPost: String
    package let messages: PluralForms

    package struct Pair: Decodable, Sendable {
      package let feed, chat: String
    }

    package struct Kinds: Decodable, Sendable {
      package let photo, video, gif, poll, repost, link, text, ad: String
    }
  }

  /// The words of a printable document.
  package struct BookWords: Decodable, Sendable {
    package let contents, authors: String
    /// Twelve names as used with a year, January first.
    package let months: [String]
    package let month: Phrase
  }

  package struct ChatWords: Decodable, Sendable {
    /// Twelve names as used with a day number, January first.
    package let months: [String]
    package let day, dayAndYear: Phrase
    /// An author without a name.
    package let nobody: String
    package let deleted: String
    /// A message that the export contains in encrypted form only.
    package let undecryptable: String
    /// A message whose content is unknown.
    package let empty: String
    /// A replied-to message that is not in the conversation.
    package let missing: String
    package let forwarded: String
    package let forwardedFrom: Phrase
    /// Quotes a person's words within our wording.
    package let quoted: Phrase
    package let unread: String
    /// Titles of a list of chats, and of a list of feeds and chats.
    package let chats, feedsAndChats: String
  }
}

extension Strings.PageWords {
  /// Keyed by the names that a conversation's templates and scripts use.
  package var ofChat: [String: String] {
    [
      "search": search, "searchFor": searchFor.chat, "results": results, "found": found, "nothing": nothing,
      "searching": searching, "searchHelp": searchHelp.chat, "badDate": badDate, "calendar": calendar, "month": month,
      "previousMonth": previousMonth, "nextMonth": nextMonth, "close": close, "toEnd": toEnd, "back": back,
      "settings": settings, "unread": unread, "allChats": allChats, "printed": printed.chat, "byAuthor": byAuthor,
      "clearFilters": clearFilters,
    ]
  }

  /// As `ofChat`, for a feed.
  package var ofFeed: [String: String] {
    let own = [
      "searchFor": searchFor.feed, "searchHelp": searchHelp.feed, "byKind": byKind,
      "allAuthors": allAuthors, "allKinds": allKinds, "kind-photo": kinds.photo, "kind-video": kinds.video,
      "kind-gif": kinds.gif, "kind-poll": kinds.poll, "kind-repost": kinds.repost, "kind-link": kinds.link,
      "kind-text": kinds.text, "kind-ad": kinds.ad, "asDrawn": asDrawn, "originalSize": originalSize,
      "saveImage": saveImage, "unknownPost": unknownPost, "printed": printed.feed,
    ]
    return ofChat.merging(own) { $1 }
  }
}

extension MediaKind {
  /// The kind whose wording is used: about an embed, we only know that it exists.
  fileprivate var worded: MediaKind { self == .embed ? .unknown : self }
}
