import JSONTree

extension MastodonPageReader {
  /// Mastodon's since 4.4: `{"state": "accepted", "quoted_status": {…}}`. Others put the status itself there, Pleroma in its
  /// own object; where only an id or an address is known, that is what a card can say.
  mutating func quote(_ node: JSONNode, depth: Int) -> Quote? {
    let pleroma = node.object("pleroma")
    let address = [node.text("quote_url"), pleroma?.text("quote_url")].lazy.compactMap { $0 }.first
      .flatMap(LinkTarget.url)
    guard let quote = node.object("quote") ?? pleroma?.object("quote") else {
      let isNamed = address ?? node.text("quote_id") ?? pleroma?.text("quote_id") != nil
      return isNamed ? .unavailable(.notIncluded, url: address) : nil
    }
    if let status = quote.object("quoted_status") { return .post(post(status, depth: depth)) }
    if quote.child("account") ?? quote.child("content") != nil { return .post(post(quote, depth: depth)) }
    let absence: Quote.Absence =
      switch quote.text("state") {
      case "deleted": .deleted
      case "revoked": .detached
      case "unauthorized", "rejected", "blocked_account", "blocked_domain", "muted_account": .blocked
      default: .notIncluded
      }
    return .unavailable(absence, url: quote.text("url", "uri").flatMap(LinkTarget.url) ?? address)
  }
}
