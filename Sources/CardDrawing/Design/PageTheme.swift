import DesignTokens
import Diagnostics
import Drawing
import Site

extension FeedSite.Theme {
  /// - Throws: `Diagnostic` for a token that the page can't do without.
  init(_ name: String, _ tokens: TokenSet) throws {
    // Tokens of a design of the user's own need not have every colour that our page asks for.
    func color(_ names: String..., fallback: Color) -> String {
      (names.lazy.filter(tokens.has).compactMap { try? tokens.color($0) }.first ?? fallback).css
    }
    do {
      let card = try tokens.color("color.card")
      let text: Color = card.isDark ? .white : .black
      self.init(
        name: name, isDark: card.isDark, background: try tokens.paint("screen.background").css, cardFill: card.css,
        shadow: try tokens.shadow("shadow.card").css, text: color("color.text", fallback: text),
        secondaryText: try tokens.color("color.footer").css, link: color("color.link", "color.text", fallback: text),
        placeholder: color("color.placeholder", fallback: card),
        currentDot: color("color.page.current", "color.link", fallback: text),
        otherDot: color("color.page.other", "color.footer", fallback: text),
        chat: tokens.has("chat.type.notice") ? try? ChatLook(tokens) : nil)
    } catch {
      throw Diagnostic(error)
    }
  }
}

extension ChatLook {
  /// - Throws: `TokenLookupIssue` for tokens that are not a conversation's.
  fileprivate init(_ tokens: TokenSet) throws(TokenLookupIssue) {
    let style = try tokens.textStyle("chat.type.notice")
    self.init(
      notice: try tokens.color("chat.color.notice.fill").css,
      noticeText: try tokens.color("chat.color.notice.text").css,
      accent: try tokens.color("chat.color.accent").css, incoming: try tokens.color("chat.color.incoming.fill").css,
      noticeRadius: try tokens.length("chat.radius.notice"), noticeInset: try tokens.length("chat.space.notice"),
      noticeSide: try tokens.length("chat.space.notice-side"), noticeSize: style.size, noticeLine: style.lineHeight,
      noticeWeight: style.weight, daySpace: try tokens.length("chat.space.day"))
  }
}

extension Color {
  /// By the luma of ITU-R BT.709.
  var isDark: Bool { 0.2126 * red + 0.7152 * green + 0.0722 * blue < 0.5 }
}

extension Color {
  fileprivate var css: String {
    func byte(_ component: Double) -> Int { Int((component * 255).rounded()) }
    return "rgba(\(byte(red)), \(byte(green)), \(byte(blue)), \(alpha))"
  }
}

extension Paint {
  fileprivate var css: String {
    switch self {
    case .solid(let color): color.css
    case .linearGradient(let gradient):
      "linear-gradient(to bottom, \(gradient.stops.map { "\($0.color.css) \($0.offset * 100)%" }.joined(separator: ", ")))"
    }
  }
}

extension Shadow {
  /// A design tool's blur is CSS's: both are twice the Gaussian's σ.
  fileprivate var css: String { "\(offset.x)px \(offset.y)px \(blur)px \(spread)px \(color.css)" }
}
