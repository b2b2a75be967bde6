import Basics

/// Lets tests write expected addresses as literals.
extension WebAddress: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) { self = WebAddress(text)! }
}

extension LinkTarget: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) {
    self = text.first == "#" ? LinkTarget(card: String(text.dropFirst()))! : LinkTarget(WebAddress(text)!)
  }
}
