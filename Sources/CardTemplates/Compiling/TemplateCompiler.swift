import Cards
import DataFormats
import DesignTokens
import Diagnostics
import Drawing

/// The context that templates are checked against.
package struct TemplateContext: Sendable {
  /// `card: none`: a template without data.
  package static let noModel = "none"

  package var tokens: TokenSet
  package var icons: IconSet
  /// The available typefaces; nil accepts any family and weight.
  package var typefaces: Typefaces?
  /// The view models by their names in `card:`.
  package var schemas: [String: CardSchema]
  /// The writing direction of the cards' language.
  package var direction: LayoutDirection
  /// Reads the parts of an included file, by its name as written; nil if it can't be read.
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

/// Checks a template and builds the tree that is filled for every card.
struct TemplateCompiler {
  /// The maximum nesting of elements, with used parts counted. Low enough for layout and for small stacks.
  static let depthLimit = 100
  /// The maximum number of elements. Parts multiply: one may use a second twice, which uses a third twice, …
  static let elementLimit = 20_000

  /// A part of the template language, as written.
  struct PartDefinition {
    var node: SourceNode
    var place: Place
  }

  let context: TemplateContext
  private(set) var diagnostics: [Diagnostic] = []
  private var seen: Set<Diagnostic> = []
  var parts: [String: PartDefinition] = [:]
  /// The parts being compiled, outermost first.
  var using: [String] = []
  var usedParts: Set<String> = []
  /// The direction of the element being compiled.
  var direction: LayoutDirection
  private var elementCount = 0

  init(context: TemplateContext) {
    self.context = context
    direction = context.direction
  }

  /// Reports an issue once: a part used twice would report its errors twice.
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

  /// The schema for the template's paths; nil accepts any path, so that other errors are still found.
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
    // A file that includes itself adds nothing.
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

  /// Counts an element and returns its number; nil if there are too many.
  mutating func admit(depth: Int, at place: Place) -> Int? {
    elementCount += 1
    guard depth <= Self.depthLimit else {
      report(TemplateIssue.tooDeep(limit: Self.depthLimit), at: place)
      return nil
    }
    guard elementCount <= Self.elementLimit else {
      // Reported once, wherever it happens.
      if elementCount == Self.elementLimit + 1 { report(TemplateIssue.tooLarge(limit: Self.elementLimit), at: place) }
      return nil
    }
    return elementCount
  }
}

/// An element's position in the tree.
struct Position {
  var scope: TemplateScope
  /// The names within the nearest enclosing named box.
  var names = BoxNames()
  /// Whether a repeat numbers the names here.
  var isRepeated = false
  /// Whether any number of elements is allowed here.
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
  /// Sorted by line and column; those of `mainFile` before those of included files.
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
