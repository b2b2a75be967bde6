import CardTemplates
import Cards
import DesignTokens
import Diagnostics
import Drawing
import FeedReading
import Files
import Foundation
import Projects
import RunSupport
import Site
import Synchronization

/// The design of the cards: tokens and templates of every theme, read and checked once per run.
package struct Design: Sendable {
  package struct Theme: Sendable {
    package var name: String
    /// The templates that the feed's entries need.
    package var cards: [CardRole: CardTemplate]
    /// The cards of services that have their own templates or skin.
    package var serviceCards: [Service: [CardRole: CardTemplate]] = [:]
    /// The metrics of services whose skin has its own.
    var serviceMetrics: [Service: FeedMetrics] = [:]
    /// The schemas that the templates of custom data are checked against.
    var schemas: [String: CardSchema] = [:]
    package var header: CardTemplate
    package var footer: CardTemplate
    /// The composer and the sticky day header, for conversations whose tokens define them.
    package var composer: CardTemplate?
    package var pinnedDay: CardTemplate?
    package var metrics: FeedMetrics
    /// The page's colors, as CSS.
    package var page: FeedSite.Theme
    /// The text colors outside cards: primary and secondary.
    package var text: Color
    package var secondary: Color

    /// The space below a conversation's last message, in points.
    package static let chatFoot = 8.0

    /// How all card templates draw their boxes.
    package var looks: BoxStyles {
      let services = serviceCards.sorted { $0.key.rawValue < $1.key.rawValue }.map(\.value)
      return BoxStyles(([cards] + services).flatMap { $0.sorted { $0.key.file < $1.key.file }.map(\.value) })
    }

    /// - Throws: `RunFailure` if the design was loaded without the template for such entries.
    package func template(for role: CardRole, of service: Service? = nil) throws -> CardTemplate {
      if let template = service.flatMap({ serviceCards[$0]?[role] }) ?? cards[role] { return template }
      throw Diagnostic(DesignIssue.resourcesMissing(path: role.file))
    }

    package var rules: CardRules {
      CardRules(usual: metrics.rules, ofServices: serviceMetrics.mapValues(\.rules))
    }
  }

  /// In the project's order; never empty.
  package var themes: [Theme]
  package var siteTemplates: SiteTemplates
  /// Warnings about tokens and templates, with paths relative to the working directory.
  package var diagnostics: [Diagnostic]
  /// The words that cards and pages show by themselves.
  package let strings: Strings
  /// The files that the design was read from.
  package let sources: DesignSources

  /// - Parameters:
  ///   - roles: The templates that the feed's entries need; the first one determines the feed's tokens, unless the
  ///     project does.
  ///   - services: The services of the feed's posts. If there is only one, its skin is used for the whole feed.
  /// - Throws: `RunFailure` with all problems of tokens and templates.
  package static func load(
    for project: Project, environment: Environment, showing roles: [CardRole] = [.post, .system],
    from services: Set<Service> = []
  ) throws -> Design {
    let face = project.face(of: services)
    let files = DesignFiles(project: project, face: face, environment: environment)
    let faces = face == nil ? project.faces(of: services, environment) : [:]
    let services = Set(project.serviceCards.keys).union(faces.keys).sorted { $0.rawValue < $1.rawValue }
    let folders = [project.cards] + services.map { project.serviceCards[$0] }
    try files.check(ownCards: folders.compactMap { $0 }, ownSite: project.siteTemplates)
    let sources = DesignSources()
    let lock = try FontLoading.lock(at: project.fontLock, environment: environment)
    var loading = DesignLoader(files: files, roles: roles, sources: sources, typefaces: lock.typefaces)
    loading.schemas = project.types?.schemas ?? [:]
    loading.ofServices = services.map {
      ServiceDesign(
        service: $0,
        files: DesignFiles(project: project, service: $0, face: faces[$0] ?? face, environment: environment),
        hasFace: faces[$0] != nil)
    }
    let strings = try files.strings(of: project.locale) { sources.note(.strings, "", $0) }
    loading.direction = strings.direction
    try loading.findTokens()
    let icons = try loading.checked(files.iconSet { sources.note(.icons, $0, $1) })
    loading.check(project.types, icons)
    let themes = try project.themes.map { try loading.theme($0, icons: icons) }
    loading.checkPlaces(of: themes.map(\.name))
    return Design(
      themes: themes, siteTemplates: try files.siteTemplates(hasReview: false),
      diagnostics: loading.diagnostics.uniqued(), strings: strings, sources: sources)
  }
}

/// The design of one service's posts.
private struct ServiceDesign {
  let service: Service
  let files: DesignFiles
  /// Whether the service has tokens of its own.
  let hasFace: Bool
  var tokens: TokenFiles?
}

/// Reads the themes of a design in order and collects the warnings.
private struct DesignLoader {
  let files: DesignFiles
  /// Services that have their own templates or skin.
  var ofServices: [ServiceDesign] = []
  let roles: [CardRole]
  let sources: DesignSources
  let typefaces: Typefaces
  var tokens: TokenFiles
  /// Schemas of custom data.
  var schemas: [String: CardSchema] = [:]
  var direction = LayoutDirection.leftToRight
  var diagnostics: [Diagnostic] = []
  /// Templates by file: read once, compiled for each theme.
  private var templates: [String: (TemplateSource?, [Diagnostic])] = [:]
  private let parts = PartFileCache()
  /// In the order of the themes.
  private var sets: [TokenSet] = []

  init(files: DesignFiles, roles: [CardRole], sources: DesignSources, typefaces: Typefaces) {
    self.files = files
    self.typefaces = typefaces
    self.roles = roles
    self.sources = sources
    tokens = files.tokens(for: nil)
  }

  /// The whole feed uses the tokens of its first card.
  mutating func findTokens() throws {
    if let role = roles.first { tokens = files.tokens(for: try source(role.file).0) }
    let note: @Sendable (String, String) -> Void = { [sources] in sources.note(.tokens, $0, $1) }
    tokens.note = note
    for index in ofServices.indices where ofServices[index].hasFace {
      let service = ofServices[index]
      ofServices[index].tokens = service.files.tokens(for: try source(CardRole.post.file, of: service).0)
      ofServices[index].tokens?.note = note
    }
  }

  /// Checks the icons that custom data names.
  mutating func check(_ types: RecordTypes?, _ icons: IconSet) {
    for (type, icon) in types?.icons ?? [] where icons[icon] == nil {
      diagnostics.append(Diagnostic(DesignIssue.iconUnknown(icon, type: type, known: icons.names)))
    }
  }

  private mutating func source(
    _ file: String, of service: ServiceDesign? = nil
  ) throws -> (TemplateSource?, [Diagnostic]) {
    let key = DesignRecord.name(of: file, for: service?.service)
    if let known = templates[key] { return known }
    let text = try (service?.files ?? files).card(file)
    sources.note(.card(file), key, text)
    let read = TemplateSource.read(TemplateFile(name: file, contents: text))
    templates[key] = read
    return read
  }

  mutating func theme(_ name: String, icons: IconSet) throws -> Design.Theme {
    sources.begin(theme: name)
    let set = try checked(tokens.load(theme: name))
    sets.append(set)
    var cards: [CardRole: CardTemplate] = [:]
    for role in roles { cards[role] = try template(role.file, for: role.model, set, icons) }
    var serviceCards: [Service: [CardRole: CardTemplate]] = [:]
    var serviceMetrics: [Service: FeedMetrics] = [:]
    for service in ofServices {
      var set = set
      if let tokens = service.tokens {
        sources.begin(theme: DesignRecord.name(of: name, for: service.service))
        set = try checked(tokens.load(theme: name))
        serviceMetrics[service.service] = try metrics(set, tokens)
      }
      for role in roles where role != .event && CardRole.stock.contains(role) {
        serviceCards[service.service, default: [:]][role] = try template(
          role.file, for: role.model, set, icons, of: service)
      }
    }
    return Design.Theme(
      name: name, cards: cards, serviceCards: serviceCards, serviceMetrics: serviceMetrics, schemas: schemas,
      header: try template(DesignFiles.header, for: ScreenHeader.modelName, set, icons),
      footer: try template(DesignFiles.footer, for: FeedFooter.modelName, set, icons),
      composer: try chatTemplate(DesignFiles.composer, for: Composer.modelName, "chat.color.composer.fill", set, icons),
      pinnedDay: try chatTemplate(
        DesignFiles.pinnedDay, for: CardRole.dateHeader.model, "chat.color.notice.pinned", set, icons),
      metrics: try metrics(set, tokens), page: try FeedSite.Theme(name, set), text: Self.text(set),
      secondary: try Self.secondary(set))
  }

  /// The composer and day header. A project's own tokens may predate them.
  private mutating func chatTemplate(
    _ file: String, for model: String, _ token: String, _ tokens: TokenSet, _ icons: IconSet
  ) throws -> CardTemplate? {
    guard roles.contains(.message), tokens.has(token) else { return nil }
    return try template(file, for: model, tokens, icons)
  }

  private mutating func metrics(_ set: TokenSet, _ files: TokenFiles) throws -> FeedMetrics {
    try checked(FeedMetrics.read(from: set, file: files.layers.last.map(files.name) ?? ""))
  }

  /// A page positions a card the same way for all themes, so tokens that move boxes in one theme only are reported.
  mutating func checkPlaces(of themes: [String]) {
    guard let first = sets.first else { return }
    for (name, set) in zip(themes, sets).dropFirst() {
      let moved = set.tokens.filter { path, token in
        token.value.movesBoxes && first.tokens[path].map { $0.value != token.value } == true
      }
      guard let token = moved.min(by: { $0.key < $1.key }) else { continue }
      let issue = DesignIssue.themeMoves(theme: name, first: themes[0], tokens: moved.keys.sorted())
      diagnostics.append(Diagnostic(issue, at: token.value.place))
    }
  }

  private mutating func template(
    _ file: String, for model: String, _ tokens: TokenSet, _ icons: IconSet,
    of service: ServiceDesign? = nil
  ) throws -> CardTemplate {
    let files = service?.files ?? files
    var context = TemplateContext(tokens: tokens, icons: icons, typefaces: typefaces, direction: direction)
    context.schemas.merge(schemas) { $1 }
    context.include = { [sources, parts] name in
      let key = DesignRecord.name(of: name, for: service?.service)
      guard let (text, read) = parts.read(name, as: key, from: files) else { return nil }
      sources.note(.card(file), key, text)
      return read
    }
    let (template, problems) = CardTemplate.compile(
      try source(file, of: service), called: file, in: context, for: model)
    return try checked((template, files.located(problems, of: service?.tokens ?? self.tokens)))
  }

  /// - Throws: `RunFailure` with all diagnostics if there is no result.
  mutating func checked<Result>(_ outcome: (Result?, [Diagnostic])) throws -> Result {
    guard let result = outcome.0 else { throw RunFailure(outcome.1) }
    diagnostics += outcome.1
    return result
  }

  private static func text(_ tokens: TokenSet) -> Color {
    if let text = try? tokens.color("color.text") { return text }
    return (try? tokens.color("color.card"))?.isDark == true ? .white : .black
  }

  private static func secondary(_ tokens: TokenSet) throws -> Color {
    do {
      return try tokens.color("color.footer")
    } catch {
      throw Diagnostic(error)
    }
  }
}

/// A cache of part files: each is read once for all templates and themes that include it.
private final class PartFileCache: Sendable {
  private let known = Mutex<[String: (text: String, read: TemplateContext.ReadParts)]>([:])

  /// - Parameter key: The cache key: a service's own file differs from the common file of the same name.
  func read(_ name: String, as key: String, from files: DesignFiles) -> (String, TemplateContext.ReadParts)? {
    if let parts = known.withLock({ $0[key] }) { return parts }
    guard let text = try? files.card(name) else { return nil }
    let parts = (text, TemplateSource.readParts(TemplateFile(name: name, contents: text)))
    known.withLock { $0[key] = parts }
    return parts
  }
}

extension TokenValue {
  fileprivate var movesBoxes: Bool {
    switch self {
    case .dimension, .fontFamily, .fontWeight, .number, .typography: true
    case .color, .duration, .cubicBezier, .strokeStyle, .border, .transition, .shadow, .gradient: false
    }
  }
}

extension FeedSite.Theme {
  /// - Throws: `Diagnostic` if a token that the page needs is missing.
  init(_ name: String, _ tokens: TokenSet) throws {
    // The user's own tokens need not have every color that our page uses.
    func color(_ names: String..., fallback: Color) -> String {
      (names.lazy.filter(tokens.has).compactMap { try? tokens.color($0) }.first ?? fallback).css
    }
    do {
      let card = try tokens.color("color.card")
      let text: Color = card.isDark ? .white : .black
      let shadow = try tokens.shadow("shadow.card")
      self.init(
        name: name, isDark: card.isDark, background: try tokens.paint("screen.background").css, cardFill: card.css,
        shadow: shadow.color.alpha == 0 ? "none" : shadow.css, text: color("color.text", fallback: text),
        secondaryText: try tokens.color("color.footer").css, link: color("color.link", "color.text", fallback: text),
        placeholder: color("color.placeholder", fallback: card),
        currentDot: color("color.page.current", "color.link", fallback: text),
        otherDot: color("color.page.other", "color.footer", fallback: text),
        chat: tokens.has("chat.type.notice") ? try? ChatLook(tokens) : nil,
        header: try? tokens.length("screen.header.height"))
    } catch {
      throw Diagnostic(error)
    }
  }
}

extension ChatLook {
  /// - Throws: `TokenLookupIssue` for missing conversation tokens.
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
  /// The luma by ITU-R BT.709, from 0 to 1: a weighted sum of the three color components.
  var lightness: Double { 0.2126 * red + 0.7152 * green + 0.0722 * blue }
  var isDark: Bool { lightness < 0.5 }
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
      "linear-gradient(to bottom, \(Self.css(gradient.stops)))"
    case .radialGradient(let gradient): "radial-gradient(\(Self.css(gradient.stops)))"
    }
  }

  private static func css(_ stops: [LinearGradient.Stop]) -> String {
    stops.map { "\($0.color.css) \($0.offset * 100)%" }.joined(separator: ", ")
  }
}

extension Shadow {
  /// Design tools define the blur as CSS does: twice the Gaussian's σ.
  fileprivate var css: String { "\(offset.x)px \(offset.y)px \(blur)px \(spread)px \(color.css)" }
}
