import Digests
import Synchronization

/// The texts that a design was made of, as digests: what cards are drawn again for when one of them changes.
package final class DesignSources: Sendable {
  package enum Kind: Hashable {
    case tokens, icons
    /// A card's template and the parts it includes.
    case card(String)
    /// The page's.
    case site
  }

  private struct Text: Hashable {
    var name: String
    var digest: Digest
  }

  private let texts = Mutex<[Kind: [Text]]>([:])

  package func note(_ kind: Kind, _ name: String, _ contents: String) {
    let text = Text(name: name, digest: Digest(of: contents))
    texts.withLock { texts in
      // Themes read the same templates again.
      if texts[kind]?.contains(text) != true { texts[kind, default: []].append(text) }
    }
  }

  /// In the order of reading, which the tokens' layers depend on and which is always the same.
  package func digest(of kind: Kind) -> Digest {
    let texts = texts.withLock { $0[kind] ?? [] }
    return Digest(joining: texts.flatMap { [Digest(of: $0.name), $0.digest] })
  }
}
