import Cards
import CheckedSources
import DesignTokens
import Diagnostics
import Drawing

/// What templates are checked against.
package struct TemplateContext: Sendable {
  /// `card: none`: a template without data.
  package static let noModel = "none"

  package var tokens: TokenSet
  package var icons: IconSet
  /// What texts can be set in; nil takes any family and weight.
  package var typefaces: Typefaces?
  /// The view models by the name that `card:` gives.
  package var schemas: [String: CardSchema]
  /// Where rows and lines begin, as the language of the cards has it.
  package var direction: LayoutDirection
  /// The parts of an included file by its name as written; nil where it can't be read.
  package var include: @Sendable (String) -> ReadParts?

  package typealias ReadParts = (file: TemplateSource?, problems: [Diagnostic])

  package init(
    tokens: TokenSet, icons: IconSet, typefaces: Typefaces? = nil,
    schemas: [String: CardSchema] = TemplateContext.allSchemas, direction: LayoutDirection = .leftToRight,
    include: @escaping @Sendable (String) -> String? = { _ in nil }
  ) {
    self.tokens = tokens
    self.icons = icons
    self.typefaces = typefaces
    self.schemas = schemas
    self.direction = direction
    self.include = { name in
      include(name).map { TemplateSource.readParts(TemplateFile(name: name, contents: $0)) }
    }
  }

  /// Every view model of the Cards module.
  package static let allSchemas: [String: CardSchema] = [
    PostCard.modelName: PostCard.schema, EventCard.modelName: EventCard.schema,
    MessageCard.modelName: MessageCard.schema, NoticeCard.modelName: NoticeCard.schema,
    ScreenHeader.modelName: ScreenHeader.schema, FeedFooter.modelName: FeedFooter.schema,
    Composer.modelName: Composer.schema,
  ]
}

/// Checks a template and makes the tree that is filled for every card.
struct TemplateCompiler {
  /// Elements in elements, parts counted where they are used. Low enough for the layout and for small stacks.
  static let depthLimit = 100
  /// Parts multiply: a part that uses another twice, which uses a third twice, …
  static let elementLimit = 20_000

  /// A part of the template language, as it is written.
  struct PartDefinition {
    var node: SourceNode
    var place: Place
  }

  let context: TemplateContext
  private(set) var diagnostics: [Diagnostic] = []
  private var seen: Set<Diagnostic> = []
  var parts: [String: PartDefinition] = [:]
  /// Parts being compiled, outermost first.
  var using: [String] = []
  var usedParts: Set<String> = []
  /// Of the element that is being compiled.
  var direction: LayoutDirection
  private var elementCount = 0

  init(context: TemplateContext) {
    self.context = context
    direction = context.direction
  }

  /// A part used twice would report its errors twice.
  mutating func report(_ issue: some Issue, at place: Place) {
    let diagnostic = Diagnostic(issue, at: place)
    if seen.insert(diagnostic).inserted { diagnostics.append(diagnostic) }
  }

  mutating func compile(
    _ source: TemplateSource, for model: String?
  ) -> (model: String, root: ElementTemplate)? {
    let schema = schema(of: source, for: model)
    collectParts(of: source, included: [])
    guard let rootNode = source.root else {
      report(TemplateIssue.missingKey("root", of: "a template"), at: source.startPlace)
      return nil
    }
    let root = element(rootNode, in: Position(scope: TemplateScope(schemas: [schema])))
    checkUnusedParts()
    diagnostics = diagnostics.inOrder(of: source.file)
    guard let root, let card = source.card else { return nil }
    return (card, root)
  }

  /// What the template's paths name; nil takes any path, so that the other errors are found.
  private mutating func schema(of source: TemplateSource, for model: String?) -> CardSchema? {
    guard let card = source.card else {
      report(TemplateIssue.missingKey("card", of: "a template"), at: source.startPlace)
      return nil
    }
    if let model, card != model, card != TemplateContext.noModel {
      report(TemplateIssue.otherCard(card, expected: model), at: source.cardPlace)
    }
    if let schema = context.schemas[card] { return schema }
    if card == TemplateContext.noModel { return .record([:]) }
    let known = context.schemas.keys.sorted() + [TemplateContext.noModel]
    report(TemplateIssue.unknownCard(card, known: known), at: source.cardPlace)
    return nil
  }

  private mutating func collectParts(of source: TemplateSource, included: Set<String>) {
    for part in source.parts {
      if let first = parts[part.key] {
        report(TemplateIssue.duplicatePart(part.key, first: first.place), at: part.keyPlace)
      } else {
        parts[part.key] = PartDefinition(node: part.value, place: part.keyPlace)
      }
    }
    // A file that includes itself has nothing more to give.
    for (name, place) in source.includes where !included.contains(name) {
      guard let (file, problems) = context.include(name) else {
        report(TemplateIssue.includeMissing(name), at: place)
        continue
      }
      for problem in problems where seen.insert(problem).inserted { diagnostics.append(problem) }
      if let file { collectParts(of: file, included: included.union([name])) }
    }
  }

  private mutating func checkUnusedParts() {
    for (name, part) in parts.sorted(by: { $0.key < $1.key }) where !usedParts.contains(name) {
      using = [name]
      _ = element(part.node, in: Position(scope: TemplateScope(schemas: [nil]), allowsRepeat: true))
      using = []
    }
  }

  /// Counts an element and gives its number; nil where there are too many.
  mutating func admit(depth: Int, at place: Place) -> Int? {
    elementCount += 1
    guard depth <= Self.depthLimit else {
      report(TemplateIssue.tooDeep(limit: Self.depthLimit), at: place)
      return nil
    }
    guard elementCount <= Self.elementLimit else {
      // Once, wherever it happens.
      if elementCount == Self.elementLimit + 1 { report(TemplateIssue.tooLarge(limit: Self.elementLimit), at: place) }
      return nil
    }
    return elementCount
  }
}

/// Where in the tree an element stands.
struct Position {
  var scope: TemplateScope
  /// The names within the nearest named box around.
  var names = BoxNames()
  /// Whether a repeat numbers the names here.
  var isRepeated = false
  /// Whether any number of elements may stand here.
  var allowsRepeat = false
  var depth = 0

  func child(allowsRepeat: Bool = false) -> Position {
    var child = self
    child.allowsRepeat = allowsRepeat
    child.depth += 1
    return child
  }
}

extension [Diagnostic] {
  /// By line and column; those of `mainFile` before those of the files it includes.
  func inOrder(of mainFile: String) -> [Diagnostic] {
    func key(_ diagnostic: Diagnostic) -> (Int, String, Int, Int) {
      let file = diagnostic.place?.file ?? mainFile
      guard case .line(let line, let column)? = diagnostic.place?.position else { return (0, file, 0, 0) }
      return (file == mainFile ? 0 : 1, file, line, column ?? 0)
    }
    return enumerated().sorted { left, right in
      let (a, b) = (key(left.element), key(right.element))
      return a == b ? left.offset < right.offset : a < b
    }.map(\.element)
  }
}
