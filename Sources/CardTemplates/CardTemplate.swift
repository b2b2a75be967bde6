import Cards
import Diagnostics
import Drawing
import Layout

/// A card template, checked against its view model, tokens and icons. Parsed once per run and used for every card.
package struct CardTemplate: Sendable {
  /// The view model it shows; `none` for a template without data.
  package let model: String
  let root: ElementTemplate
  private let builder: SpecBuilder
  private let direction: LayoutDirection

  init(model: String, root: ElementTemplate, icons: IconSet, direction: LayoutDirection) {
    self.model = model
    self.root = root
    self.direction = direction
    self.builder = SpecBuilder(icons: icons)
  }

  /// The card's layout spec for a view model. Cheap: it reads, looks up and checks nothing.
  ///
  /// If the root is hidden, the spec is an empty spacer.
  package func spec(for value: CardValue) -> LayoutSpec {
    var spec = builder.specs(root, in: SpecBuilder.Scope(values: [value])).first ?? LayoutSpec(.spacer)
    if direction == .rightToLeft, spec.style.direction == nil { spec.style.direction = direction }
    return spec
  }
}

extension CardTemplate {
  /// Checks a template and resolves its tokens. Reports all errors, not only the first.
  ///
  /// - Parameter model: The view model that the template must be for; nil accepts any.
  /// - Returns: No template if a diagnostic is an error.
  package static func compile(
    _ source: TemplateSource, in context: TemplateContext, for model: String? = nil
  ) -> (CardTemplate?, [Diagnostic]) {
    var compiler = TemplateCompiler(context: context)
    let compiled = compiler.compile(source, for: model)
    let diagnostics = compiler.diagnostics
    guard let compiled, !diagnostics.contains(where: { $0.severity == .error }) else { return (nil, diagnostics) }
    return (
      CardTemplate(model: compiled.model, root: compiled.root, icons: context.icons, direction: context.direction),
      diagnostics
    )
  }

  /// Compiles the result of `TemplateSource.read`, and joins the diagnostics of both.
  ///
  /// - Parameter name: The file's name in diagnostics.
  package static func compile(
    _ read: (TemplateSource?, [Diagnostic]), called name: String, in context: TemplateContext, for model: String? = nil
  ) -> (CardTemplate?, [Diagnostic]) {
    let (source, diagnostics) = read
    guard let source else { return (nil, diagnostics) }
    let (template, problems) = compile(source, in: context, for: model)
    let isSound = !diagnostics.contains { $0.severity == .error }
    return (isSound ? template : nil, (diagnostics + problems).inOrder(of: name))
  }

  /// Reads and compiles in one step.
  package static func parse(
    _ file: TemplateFile, in context: TemplateContext, for model: String? = nil
  ) -> (CardTemplate?, [Diagnostic]) {
    compile(TemplateSource.read(file), called: file.name, in: context, for: model)
  }
}
