import Names

/// What a message carries beside its text.
package struct ChatMedium: Hashable, Sendable {
  package enum Kind: String, Codable, Sendable, CaseIterable {
    case photo, video, voice, audio, animation, sticker, file, contact, location, venue, poll, todo, game, invoice,
      giveaway, embed, link
    case videoNote = "video_note"
    case liveLocation = "live_location"
    case giveawayResults = "giveaway_results"
    case paidMedia = "paid_media"

    /// By a file's ending, where the format has no type.
    package init(fileName: String) {
      let name = fileName.prefix { $0 != "?" && $0 != "#" }
      let ending = name.split(separator: ".", omittingEmptySubsequences: false).last?.lowercased() ?? ""
      self = MediaFamily(ending: ending).map(Self.init) ?? .file
    }

    /// By a media type such as `image/png`; nil of any other.
    package init?(mediaType: String) {
      guard let family = MediaFamily(mediaType: mediaType) else { return nil }
      self.init(family)
    }

    private init(_ family: MediaFamily) {
      self =
        switch family {
        case .image: .photo
        case .video: .video
        case .audio: .audio
        }
    }
  }

  package var kind: Kind
  /// A path in the export or an address; nil where it was not downloaded, or where there is no file.
  package var address: String?
  /// A file's name, a poll's question, a contact's name, a link's title.
  package var title: String?
  /// Pixels.
  package var width: Int?
  package var height: Int?
  /// Seconds.
  package var duration: Int?
  /// Bytes.
  package var size: Int?
  /// A still picture of it.
  package var thumbnail: String?
  /// Of a poll.
  package var answers: [Answer] = []

  package struct Answer: Hashable, Sendable {
    package var text: String
    package var votes: Int?

    package init(text: String, votes: Int? = nil) {
      self.text = text
      self.votes = votes
    }
  }

  package init(_ kind: Kind, address: String? = nil, title: String? = nil) {
    self.kind = kind
    self.address = address
    self.title = title
  }
}
