extension PostCard {
  /// A poll in full: what is asked, and all that can be answered.
  package struct Poll: Hashable, Codable, Sendable {
    /// Nil where the feed gives none.
    package var question: RichText?
    /// "Анонимный опрос · 1 387 голосов · завершён"
    package var note: String
    package var options: [Option]

    package init(question: RichText? = nil, note: String, options: [Option]) {
      self.question = question
      self.note = note
      self.options = options
    }

    package struct Option: Hashable, Codable, Sendable {
      package var title: RichText
      /// Of the votes, 0…1: how long the bar is; nil where nobody knows the votes.
      package var share: Double?
      /// "51 %"; nil with the share.
      package var percent: String?
      /// "702", "1,3K"; nil where nobody knows them.
      package var votes: String?
      /// None has more votes, and it has some.
      package var isLeader: Bool
      /// By whose feed it is.
      package var isChosen: Bool
      /// The leader of a poll that is closed.
      package var isWinner: Bool
      /// What a screen reader says: "Рыба: 15 %, 203 голоса".
      package var spoken: String

      package init(
        title: RichText, share: Double? = nil, percent: String? = nil, votes: String? = nil, isLeader: Bool = false,
        isChosen: Bool = false, isWinner: Bool = false, spoken: String
      ) {
        self.isWinner = isWinner
        self.title = title
        self.share = share
        self.percent = percent
        self.votes = votes
        self.isLeader = isLeader
        self.isChosen = isChosen
        self.spoken = spoken
      }
    }
  }
}

extension PostCard.Poll {
  static let schema: CardSchema = .record([
    "question": .text, "note": .text, "options": .list(Option.schema),
  ])

  var value: CardValue {
    var fields: CardFields = ["note": .string(note), "options": .list(options.map(\.value))]
    fields["question"] = question.map(CardValue.text)
    return .record(fields)
  }
}

extension PostCard.Poll.Option {
  static let schema: CardSchema = .record(
    [
      "title": .text, "share": .number, "percent": .text, "votes": .text, "isLeader": .flag, "isChosen": .flag,
      "isWinner": .flag,
      "spoken": .text,
    ], item: .answer(spoken: "spoken"))

  var value: CardValue {
    var fields: CardFields = [
      "title": .text(title), "isLeader": .flag(isLeader), "isChosen": .flag(isChosen),
      "isWinner": .flag(isWinner), "spoken": .string(spoken),
    ]
    fields["share"] = share.map(CardValue.number)
    fields["percent"] = percent.map(CardValue.string)
    fields["votes"] = votes.map(CardValue.string)
    return .record(fields)
  }
}
