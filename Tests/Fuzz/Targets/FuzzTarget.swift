import Support

/// One of the product's doors to bytes that somebody else made. What comes in may be refused, never crash, hang or take
/// memory without bound; what is let in has to keep the invariants that each target states.
package enum FuzzTarget: String, CaseIterable, Sendable {
  /// A feed's document, to the painted card.
  case feeds
  /// A file of a conversation's export, to the entries of a feed.
  case chats
  /// A card template, to the painted card of a sample post.
  case templates
  /// A file of design tokens.
  case tokens
  /// A photo.
  case pictures
  /// What the tool keeps on the disk and reads again, damaged.
  case stores
  /// What comes to `feedproof serve` on a connection.
  case requests
  /// A service's archive of an account.
  case archives
  /// Texts of anybody in what the tool writes.
  case escapers
  /// A number of any size in requests to `feedproof serve`.
  case numbers
  /// A string written into YAML and read back.
  case yaml

  /// Feeds the target once.
  ///
  /// - Throws: `Violation` where an invariant does not hold; a refusal of the input is no error.
  package func run(_ input: [UInt8]) throws {
    switch self {
    case .feeds: try FeedTarget.run(input)
    case .chats: try ChatTarget.run(input)
    case .templates: try TemplateTarget.run(input)
    case .tokens: try TokenTarget.run(input)
    case .pictures: try PictureTarget.run(input)
    case .stores: try StoreTarget.run(input)
    case .requests: try RequestTarget.run(input)
    case .archives: try ArchiveTarget.run(input)
    case .escapers: try EscaperTarget.run(input)
    case .numbers: try NumberTarget.run(input)
    case .yaml: try YAMLTarget.run(input)
    }
  }

  /// Inputs to begin with, by name, where no files of the project are.
  package var seeds: [String: [UInt8]] {
    switch self {
    case .feeds, .templates, .tokens, .pictures: [:]
    case .chats: ChatTarget.seeds
    case .stores: StoreTarget.seeds
    case .requests: RequestTarget.seeds
    case .archives: ArchiveTarget.seeds
    case .escapers: EscaperTarget.seeds
    case .numbers: NumberTarget.seeds
    case .yaml: YAMLTarget.seeds
    }
  }

  /// What is known of the input's form is used to change it, so that a mutation gets past the parser.
  ///
  /// - Returns: Nil where the input has not that form, or grew over the limit.
  package func mutate(_ input: [UInt8], limit: Int, using random: inout SplitMix64) -> [UInt8]? {
    let mutated: [UInt8]? =
      switch self {
      case .feeds, .tokens: JSONMutation.mutate(input, using: &random)
      case .chats:
        JSONMutation.mutate(input, using: &random)
          ?? LineMutation.mutate(input, vocabulary: ChatTarget.vocabulary, using: &random)
      case .templates: LineMutation.mutate(input, vocabulary: TemplateTarget.vocabulary, using: &random)
      case .pictures: ChunkMutation.mutate(input, using: &random)
      case .stores: StoreMutation.mutate(input, using: &random)
      case .requests: RequestMutation.mutate(input, using: &random)
      case .archives: ArchiveMutation.mutate(input, using: &random)
      case .escapers: EscaperTarget.mutate(input, using: &random)
      case .numbers: LineMutation.mutate(input, vocabulary: NumberTarget.vocabulary, using: &random)
      case .yaml: LineMutation.mutate(input, vocabulary: YAMLTarget.vocabulary, using: &random)
      }
    return mutated.flatMap { $0.count <= limit ? $0 : nil }
  }
}
