import Digests
import Synchronization

/// The texts that a design was made of, as digests: what cards are drawn again for when one of them changes.
package final class DesignSources: Sendable {
  package enum Kind: Hashable {
    case tokens, icons
    /// A card's template and the parts it includes.
    case card(String)
  }

  private struct Text: Hashable {
    var name: String
    var digest: Digest
  }

  /// What a theme's own name is noted as.
  private static let themeName = "theme"

  private let texts = Mutex<[Kind: [Text]]>([:])
  private let kept = Mutex((record: DesignRecord(), theme: ""))

  /// The texts themselves, without the project's options.
  package var record: DesignRecord { kept.withLock { $0.record } }

  /// What tokens are read from now on is a theme's.
  func begin(theme name: String) {
    note(.tokens, Self.themeName, name)
    kept.withLock { $0 = ($0.record, name) }
  }

  package func note(_ kind: Kind, _ name: String, _ contents: String) {
    let text = Text(name: name, digest: Digest(of: contents))
    keep(kind, name, contents)
    texts.withLock { texts in
      // Themes read the same templates again.
      if texts[kind]?.contains(text) != true { texts[kind, default: []].append(text) }
    }
  }

  private func keep(_ kind: Kind, _ name: String, _ contents: String) {
    kept.withLock { kept in
      switch kind {
      case .card: kept.record.templates[name] = contents
      case .icons: kept.record.icons = contents
      case .tokens where name != Self.themeName:
        kept.record.add(.init(name: name, text: contents), toTokensOf: kept.theme)
      case .tokens: break
      }
    }
  }

  /// In the order of reading, which the tokens' layers depend on and which is always the same.
  package func digest(of kind: Kind) -> Digest {
    let texts = texts.withLock { $0[kind] ?? [] }
    return Digest(joining: texts.flatMap { [Digest(of: $0.name), $0.digest] })
  }
}
