import Support

/// An entry point of the product for untrusted bytes. It may refuse an input, but never crash, hang or use unlimited
/// memory. Accepted inputs must keep the invariants of the target.
package enum FuzzTarget: String, CaseIterable, Sendable {
  /// A feed document, up to the painted card.
  case feeds
  /// A file of a chat export, up to the feed entries.
  case chats
  /// A card template, up to the painted card of a sample post.
  case templates
  /// A file of design tokens.
  case tokens
  /// A photo.
  case pictures
  /// Damaged files that Feedproof stores and reads again.
  case stores
  /// The bytes of a connection to `feedproof serve`.
  case requests
  /// A service's archive of an account.
  case archives
  /// Untrusted texts in the files that Feedproof writes.
  case escapers
  /// A number of any size in requests to `feedproof serve`.
  case numbers
  /// A string written into YAML and read back.
  case yaml

  /// Runs the target with an input.
  ///
  /// - Throws: `Violation` if an invariant is broken; refusing the input is no error.
  package func run(_ input: [UInt8]) throws {
    switch self {
    case .feeds: try FeedTarget.run(input)
    case .chats: try ChatTarget.run(input)
    case .templates: try TemplateTarget.run(input)
    case .tokens: try TokenTarget.run(input)
    case .pictures: try ImageTarget.run(input)
    case .stores: try StoreTarget.run(input)
    case .requests: try RequestTarget.run(input)
    case .archives: try ArchiveTarget.run(input)
    case .escapers: try EscaperTarget.run(input)
    case .numbers: try NumberTarget.run(input)
    case .yaml: try YAMLTarget.run(input)
    }
  }

  /// Initial inputs by name, for targets without sample files in the project.
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

  /// Mutates an input by its format, so that the result gets past the parser.
  ///
  /// - Returns: nil if the input has another format or exceeds the limit after the mutation.
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
