import CardTemplates
import Cards
import DesignTokens
import Diagnostics
import Drawing
import Foundation
import Site

/// What cards look like: tokens and templates of every theme, read and checked once a run.
struct Design: Sendable {
  struct Theme: Sendable {
    var name: String
    var post: CardTemplate
    var system: CardTemplate
    var header: CardTemplate
    var footer: CardTemplate
    var metrics: FeedMetrics
    /// The page's colours, as CSS.
    var page: FeedSite.Theme

    var rules: PostCardRules {
      PostCardRules(
        collapsesAbove: metrics.collapseAbove, collapsedLines: metrics.collapsedLines,
        minimumAspect: metrics.photoAspect.lowerBound, maximumAspect: metrics.photoAspect.upperBound,
        fallbackAspect: metrics.defaultPhotoAspect)
    }
  }

  /// In the project's order; never empty.
  var themes: [Theme]
  var siteTemplates: SiteTemplates

  /// - Throws: `RunFailure` with everything that is wrong in tokens and templates.
  static func load(for project: Project, environment: Environment) throws -> Design {
    let files = DesignFiles(project: project, environment: environment)
    let icons = try checked(IconSet.parse(TemplateFile(name: "icons.yml", contents: try files.icons())))
    let themes = try project.themes.map { try theme($0, files: files, icons: icons) }
    do {
      return Design(themes: themes, siteTemplates: try SiteTemplates(files.siteTemplates()))
    } catch let diagnostic as Diagnostic {
      throw RunFailure(.brokenInput, diagnostic)
    }
  }

  private static func theme(_ name: String, files: DesignFiles, icons: IconSet) throws -> Theme {
    let (base, overlays) = try files.tokens(theme: name)
    let tokens = try checked(TokenSet.load(base: base, overlays: overlays))
    let context = TemplateContext(tokens: tokens, icons: icons) { try? files.card($0) }
    func template(_ file: String, for model: String) throws -> CardTemplate {
      try checked(CardTemplate.parse(TemplateFile(name: file, contents: try files.card(file)), in: context, for: model))
    }
    return Theme(
      name: name,
      post: try template("post.yml", for: PostCard.modelName),
      system: try template("system.yml", for: PostCard.modelName),
      header: try template("screen-header.yml", for: ScreenHeader.modelName),
      footer: try template("feed-footer.yml", for: FeedFooter.modelName),
      metrics: try checked(FeedMetrics.read(from: tokens, file: base.name)),
      page: try pageTheme(name, tokens))
  }

  /// - Throws: `RunFailure` with all diagnostics where there is no result.
  private static func checked<Result>(_ outcome: (Result?, [Diagnostic])) throws -> Result {
    guard let result = outcome.0 else { throw RunFailure(.brokenInput, outcome.1) }
    return result
  }

  private static func pageTheme(_ name: String, _ tokens: TokenSet) throws -> FeedSite.Theme {
    // Tokens of a design of the user's own need not have every colour that our page asks for.
    func color(_ names: String..., fallback: Color) -> String {
      (names.lazy.compactMap { try? tokens.color($0) }.first ?? fallback).css
    }
    do {
      let card = try tokens.color("color.card")
      let text: Color = card.isDark ? .white : .black
      return FeedSite.Theme(
        name: name, background: try tokens.paint("screen.background").css, cardFill: card.css,
        shadow: try tokens.shadow("shadow.card").css, text: color("color.text", fallback: text),
        secondaryText: try tokens.color("color.footer").css, link: color("color.link", "color.text", fallback: text),
        placeholder: color("color.placeholder", fallback: card),
        currentDot: color("color.page.current", "color.link", fallback: text),
        otherDot: color("color.page.other", "color.footer", fallback: text))
    } catch {
      throw RunFailure(.brokenInput, Diagnostic(error))
    }
  }
}

extension Color {
  /// By the luma of ITU-R BT.709.
  fileprivate var isDark: Bool { 0.2126 * red + 0.7152 * green + 0.0722 * blue < 0.5 }
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
