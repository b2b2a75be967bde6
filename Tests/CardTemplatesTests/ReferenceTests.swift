import CardTemplates
import Cards
import DesignTokens
import Layout
import Support
import Testing

/// docs/templates.md names everything that a template may contain.
@Suite("The reference of templates")
struct ReferenceTests {
  /// Returns the words in backquotes, such as `carousel.pages` and `justifyContent`.
  private static func words() throws -> Set<String> {
    let pieces = try Newsfeed.text("docs/templates.md").split(separator: "`", omittingEmptySubsequences: false)
    let code = pieces.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    let separators: Set<Character> = [" ", ",", ":", "{", "}", "[", "]", "\"", "\n"]
    return Set(code.flatMap { $0.split { separators.contains($0) } }.map(String.init))
  }

  @Test("names every element, every key and every word that a key takes")
  func keys() throws {
    let words = try Self.words()
    let ruleKeys = ElementKeys.rules.flatMap { ElementKeys.of(rule: $0) }
    for key in ElementKeys.rules + ElementKeys.common + ElementKeys.decoration + ruleKeys + TemplateSource.keys {
      #expect(words.contains(key), "\(key)")
    }
    let text = try Newsfeed.text("docs/templates.md")
    let choices =
      StackRule.AlignItems.allCases.map(\.rawValue) + StackRule.Justify.allCases.map(\.rawValue)
      + RelativeRule.Position.allCases.map(\.rawValue) + TextLeaf.Truncation.allCases.map(\.rawValue)
      + AbsoluteSizing.allCases.map(\.rawValue).filter { $0 != "default" }
    for choice in choices { #expect(text.contains(choice), "\(choice)") }
  }

  @Test("names every value of every view model", arguments: TemplateContext.allSchemas.keys.sorted())
  func values(model: String) throws {
    let words = try Self.words()
    func check(_ schema: CardSchema, _ path: String) {
      switch schema.form {
      case .record:
        for (name, field) in schema.members ?? [:] { check(field, path.isEmpty ? name : "\(path).\(name)") }
      case .list(let element):
        #expect(words.contains(path), "\(path)")
        for name in element.fieldNames { #expect(words.contains(name), "\(path): \(name)") }
      default: #expect(words.contains(path), "\(path)")
      }
    }
    check(try #require(TemplateContext.allSchemas[model]), "")
    #expect(words.contains(model))
  }

  @Test("names every token type that templates use")
  func tokenTypes() throws {
    let words = try Self.words()
    for type in [TokenType.color, .dimension, .number, .typography, .shadow, .border, .gradient] {
      #expect(words.contains(type.rawValue), "\(type)")
    }
  }
}
