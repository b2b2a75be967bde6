import Drawing
import FeedIngest

/// Every word that a card or a page of the feed shows by itself, in one language.
///
/// The tables are our own, so that a card never depends on the machine's locale data: `Templates/Strings` has a file for each
/// language, whose keys are the names of these values.
package struct Strings: Decodable, Sendable {
  package let plural: PluralRule
  /// Where the language's lines begin, and so cards and pages.
  package let direction: LayoutDirection
  package let dates: Dates
  package let numbers: Numbers
  package let post: PostWords
  package let people: PeopleWords
  package let events: EventWords
  package let attachments: AttachmentWords
  /// In the place of a quoted post that can't be shown.
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
    /// With all that is known.
    package let full: Phrase
    /// How long ago something was, as short as the language has it (CLDR's narrow units).
    package let ago: Ago
    /// `AM` and `PM`; nil where the clock has 24 hours.
    package let halves: Halves?
    /// Whether 9 o'clock is "09:00"; nil is false.
    package let twoDigitHours: Bool?

    package struct Ago: Decodable, Sendable {
      /// Less than a minute.
      package let now: String
      package let minutes, hours, days: Phrase
    }

    package struct Halves: Decodable, Sendable {
      package let before, after: String
    }
  }

  package struct Numbers: Decodable, Sendable {
    package let decimalSeparator, groupSeparator: String
    /// Digits before the last group that there must be for groups to be set apart (CLDR's `minimumGroupingDigits`); nil is 1.
    package let minimumGrouping: Int?
    package let percent: Phrase
    /// An amount and its currency's sign.
    package let money: Phrase
    /// Bytes first, each 1 024 times the one before.
    package let byteUnits: [String]
  }

  package struct PostWords: Decodable, Sendable {
    package let showMore: String
    /// What opens a post that is hidden behind a warning, and pictures that are.
    package let show: String
    package let edited: String
    /// Above a post that somebody else put into the feed.
    package let boosted, reposted, forwarded: Phrase
    /// Above a post that answers somebody.
    package let replyTo: Phrase
    /// Above a post that answers one of which nothing else is known.
    package let reply: String
    /// Above a post that answers its author's own.
    package let thread: String
    /// Where a feed has posts of several services.
    package let from: Phrase
    package let advertisement, pinned, paywall, place, signer: String
    /// Under the last card.
    package let count: PluralForms
  }

  /// Who has left no name.
  package struct PeopleWords: Decodable, Sendable {
    package let banned, deleted, unknown: String
  }

  package struct EventWords: Decodable, Sendable {
    package let recommended, giftCertificate: String
    package let day, dayAndYear: Phrase
    /// Days of one month.
    package let daysOfMonth, daysOfMonthAndYear: Phrase
    /// From a day to another, both written out.
    package let days: Phrase
    package let hours: Phrase
    /// Under the last card.
    package let count: PluralForms
  }

  @dynamicMemberLookup
  package struct AttachmentWords: Decodable, Sendable {
    package struct Phrases: Decodable, Sendable {
      package let live: String
      /// On the poster of an animation, and of one in a conversation.
      package let gif: String
      /// A file of which nothing else is known.
      package let document: String
      package let anonymousPoll: String
      /// Of a poll in which nobody can vote any more.
      package let closedPoll: String
      /// Of one in which people can vote until then.
      package let openPoll: Phrase
      package let severalAnswers: String
      package let votes, voters, photos: PluralForms
    }

    private let phrases: Phrases
    /// By the cases of `MediaKind`, whose names are the keys of languages' files.
    private let kinds: [MediaKind: String]

    package init(from decoder: any Decoder) throws {
      phrases = try Phrases(from: decoder)
      let words = try decoder.container(keyedBy: Name.self)
      kinds = try MediaKind.allCases.reduce(into: [:]) { kinds, kind in
        kinds[kind] = try words.decode(String.self, forKey: Name(stringValue: "\(kind.worded)"))
      }
    }

    package subscript<Value>(dynamicMember path: KeyPath<Phrases, Value>) -> Value { phrases[keyPath: path] }

    /// What an attachment is, in a word.
    package func word(for kind: MediaKind) -> String { kinds[kind] ?? "" }

    private struct Name: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
  }

  package struct QuoteWords: Decodable, Sendable {
    package let deleted, blocked, detached, notIncluded: String

    package subscript(absence: Quote.Absence) -> String {
      switch absence {
      case .deleted: deleted
      case .blocked: blocked
      case .detached: detached
      case .notIncluded: notIncluded
      }
    }
  }

  package struct SystemWords: Decodable, Sendable {
    /// The last two of a short list of names.
    package let and: Phrase
    /// Names, and how many more.
    package let andMore: Phrase
    /// Of an event between messages that nobody has words for.
    package let unknownEvent: String
    /// By the names of `SystemKind`.
    package let kinds: [String: KindWords]

    /// What tells of an event.
    package struct KindWords: Decodable, Sendable {
      /// Where a feed has it as an item.
      package let title: Phrase
      /// Where it stands between messages, with `{name}` for who did it and `{type}` for what it was done to. Nil where the
      /// service's own words are better.
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

    /// The title of an item that tells of an event, and the line between messages.
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
    /// Where one is written.
    package let message: String
  }

  /// What a screen reader says where a card shows a picture or an icon.
  package struct AccessibilityWords: Decodable, Sendable {
    package let photo: String
    package let photoOf, avatarOf: Phrase
    package let likes, favourites, reactions, comments, replies, reposts, boosts, quotes, bookmarks, views: PluralForms
    /// Of the answer that the feed's reader gave.
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

  /// The feed's page around the cards.
  package struct SiteWords: Decodable, Sendable {
    package let theme: String
    /// The theme that the reader's system has.
    package let system: String
    package let light, dark, width, columns, boxes, review, faces, collapse: String
    package let carousel, previousPhoto, nextPhoto: String
    package let noScript: String
    /// A post on its own service.
    package let original: String
    /// A post that has left its feed, and a message that a later export of its conversation has no more.
    package let removed, removedMessage: String
    /// What a post said before it was edited, and which export has it, with the `{day}` of its last entry.
    package let versions: String
    package let exportUpTo: Phrase
    /// What an export names and the folder lacks.
    package let missing: String
  }

  /// Search, filters and the calendar of a page.
  package struct PageWords: Decodable, Sendable {
    /// Of posts, and of messages.
    package let searchFor, searchHelp, printed: Pair
    package let search, results, found, nothing, searching, badDate: String
    package let calendar, month, previousMonth, nextMonth, close, toEnd, back, settings, unread, allChats: String
    package let byAuthor, byKind, allAuthors, allKinds: String
    /// What posts show, by the names that a search has for it.
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

  /// Of conversations.
  /// Of a document to print.
  package struct BookWords: Decodable, Sendable {
    package let contents, authors: String
    /// Twelve names as they stand beside a year, January first.
    package let months: [String]
    package let month: Phrase
  }

  package struct ChatWords: Decodable, Sendable {
    /// Twelve names as they stand beside a day's number, January first.
    package let months: [String]
    package let day, dayAndYear: Phrase
    /// Who wrote something and has left no name.
    package let nobody: String
    package let deleted: String
    /// A message of which nothing is known but that it was there.
    package let empty: String
    /// A message that is answered and is not in the conversation.
    package let missing: String
    package let forwarded: String
    package let forwardedFrom: Phrase
    /// Somebody's words within ours.
    package let quoted: Phrase
    package let unread: String
    /// Over a list of them, and over one that has feeds of posts, too.
    package let chats, feedsAndChats: String
  }
}

extension Strings.PageWords {
  /// By the names that a conversation's templates and scripts use.
  package var ofChat: [String: String] {
    [
      "search": search, "searchFor": searchFor.chat, "results": results, "found": found, "nothing": nothing,
      "searching": searching, "searchHelp": searchHelp.chat, "badDate": badDate, "calendar": calendar, "month": month,
      "previousMonth": previousMonth, "nextMonth": nextMonth, "close": close, "toEnd": toEnd, "back": back,
      "settings": settings, "unread": unread, "allChats": allChats, "printed": printed.chat, "byAuthor": byAuthor,
    ]
  }

  /// The same of a feed.
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
  /// What it is worded as: of what a service shows below a message nothing more is known than that it is there.
  fileprivate var worded: MediaKind { self == .embed ? .unknown : self }
}
