import AppScreens
import CardTemplates
import Comparison
import DataFormats
import Diagnostics
import Foundation
import ImageFolders
import ProjectSetup
import Projects
import Support
import Testing

@Suite("Schemas of input files")
struct InputSchemaTests {
  private static let folder = "docs/input-schemas"

  private static func schema(_ name: String) throws -> [String: Any] {
    let data = try Data(contentsOf: Checkout.url("\(folder)/\(name).json"))
    return try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
  }

  /// Returns the member at a path of a schema.
  private static func part(_ schema: [String: Any], _ path: String...) -> [String: Any] {
    path.reduce(schema) { $0[$1] as? [String: Any] ?? [:] }
  }

  private static func keys(_ schema: [String: Any]) -> Set<String> {
    Set((schema["properties"] as? [String: Any] ?? [:]).keys)
  }

  /// The item of a list that may also be written as a single item.
  private static func item(_ schema: [String: Any]) -> [String: Any] {
    (schema["anyOf"] as? [[String: Any]])?.first ?? schema["items"] as? [String: Any] ?? schema
  }

  @Test("every schema is listed, and every listed schema exists")
  func names() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Checkout.url(Self.folder).path)
    #expect(Set(files) == Set(InputSchema.names.map { "\($0).json" }))
  }

  @Test("feedproof.yml: the keys of the schema are those of the reader")
  func project() throws {
    let schema = try Self.schema("feedproof")
    #expect(Self.keys(schema) == Set(ProjectFile.keys + ProjectFile.formerKeys))
    let properties = Self.part(schema, "properties")
    #expect(Self.keys(Self.item(Self.part(properties, "screens"))) == Set(NamedScreen.keys))
    #expect(Self.keys(Self.item(Self.part(properties, "tolerances"))) == Set(ToleranceReader.keys + ["cases"]))
    #expect(Self.keys(Self.item(Self.part(properties, "masks"))) == Set(CaseRuleReader.maskKeys + ["cases"]))
    #expect(Self.keys(Self.item(Self.part(properties, "deviations"))) == Set(CaseRuleReader.deviationKeys + ["cases"]))
  }

  @Test("feedproof.yml: the reader knows each key of the schema, and no other")
  func projectReader() throws {
    for key in Self.keys(try Self.schema("feedproof")).union(["nothing"]) {
      let codes = codes { try ProjectFile.read("\(key): {a: {b: 1}}", in: URL(fileURLWithPath: "/p")) }
      #expect(
        codes.contains("project.unknown-key") == (key == "nothing")
          || ["cards", "baselines", "masks", "deviations"].contains(key), "\(key)")
    }
  }

  private func codes(_ body: () throws -> some Any) -> [String] {
    do {
      _ = try body()
      return []
    } catch let list as DiagnosticList {
      return list.diagnostics.map(\.code)
    } catch {
      return ["\(error)"]
    }
  }

  @Test("cases.yml, pictures.yml, screens.yml and icons: the keys are those of the readers")
  func others() throws {
    let cases = try Self.schema("cases")
    #expect(Self.keys(cases) == ["cases", "defaults"])
    #expect(Self.keys(Self.item(Self.part(cases, "properties", "cases"))) == Set(MockupList.keys))
    #expect(Self.keys(Self.part(cases, "properties", "defaults")) == Set(MockupList.keys))
    let pictures = try Self.schema("pictures")
    #expect(Self.keys(pictures) == Set(ImageRules.keys))
    #expect(Self.keys(Self.item(Self.part(pictures, "properties", "masks"))) == Set(ImageRules.maskKeys))
    #expect(Self.keys(Self.item(Self.part(pictures, "properties", "viewports"))) == Set(ImageRules.viewportKeys))
    #expect(
      Self.keys(Self.item(Self.part(pictures, "properties", "tolerances")))
        == Set(ToleranceReader.keys + ImageRules.toleranceKeys))
    #expect(Self.keys(try Self.schema("screens")) == Set(ScreenRules.keys))
    #expect(Self.keys(try Self.schema("icons")) == Set(IconSet.keys))
    let layer = Self.part(try Self.schema("icons"), "properties", "icons", "additionalProperties")
    let form = Self.item(layer)["anyOf"] as? [[String: Any]]
    #expect(form.map { Self.keys($0[1]) } == Set(IconSet.layerKeys))
  }

  @Test("types.yml: the keys and kinds are those of the reader")
  func types() throws {
    let schema = try Self.schema("types")
    #expect(Self.keys(schema) == Set(RecordTypesReader.keys))
    #expect(
      Self.keys(Self.part(schema, "properties", "types", "additionalProperties")) == Set(RecordTypesReader.typeKeys))
    let forms = Self.part(schema, "definitions", "field")["anyOf"] as? [[String: Any]] ?? []
    let written = Set(forms.dropFirst().map(Self.keys))
    let read = RecordTypesReader.kinds.map { Set([$0.key] + $0.value + RecordTypesReader.common) }
    #expect(written == Set(read))
  }

  @Test("strings.yml: the texts are those of the built-in file")
  func strings() throws {
    let forms: Set = ["zero", "one", "two", "few", "many", "other"]
    func names(_ node: SourceNode, _ path: String = "") -> Set<String> {
      guard let members = node.members, !members.allSatisfy({ forms.contains($0.key) }) else { return [path] }
      return members.reduce(into: []) { $0.formUnion(names($1.value, "\(path)/\($1.key)")) }
    }
    func names(_ schema: [String: Any], _ path: String = "") -> Set<String> {
      guard let properties = schema["properties"] as? [String: [String: Any]], !forms.isSuperset(of: properties.keys)
      else { return [path] }
      return properties.reduce(into: []) { $0.formUnion(names($1.value, "\(path)/\($1.key)")) }
    }
    let text = try String(contentsOf: Checkout.url("Templates/Strings/en.yml"), encoding: .utf8)
    #expect(names(try Self.schema("strings")) == names(try YAMLSource.read(text, file: "en.yml")))
  }

  /// Input files of the project by their schemas.
  private static let samples: [(file: String, schema: String)] = {
    let names = ["feedproof.yml": "feedproof", "types.yml": "types", "screens.yml": "screens", "cases.yml": "cases"]
    let roots = ["Examples", "Mockups"]
    var found = [("Templates/Icons/icons.yml", "icons"), ("Templates/Strings/en.yml", "strings")]
    for root in roots {
      for path in (try? FileManager.default.subpathsOfDirectory(atPath: Checkout.url(root).path)) ?? [] {
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        if let schema = names[name], !path.contains("output/") { found.append(("\(root)/\(path)", schema)) }
        if path.contains("/icons/"), name.hasSuffix(".yml") { found.append(("\(root)/\(path)", "icons")) }
      }
    }
    return found
  }()

  @Test("the files of examples match", arguments: samples)
  func examples(file: String, schema: String) throws {
    let text = try String(contentsOf: Checkout.url(file), encoding: .utf8)
    let json = try YAMLSource.read(text, file: file).json
    #expect(try JSONSchema(schema, in: Self.folder).faults(in: json) == [])
  }

  @Test("files that Feedproof creates name their schema, and match it")
  func created() throws {
    for file in [NewProjectFile(feeds: ["feed"]), NewProjectFile(feeds: ["a", "b"], isArchive: true)] {
      let first = file.text.split(separator: "\n")[0]
      #expect(first == "# yaml-language-server: $schema=\(InputSchema.address(of: "feedproof"))")
      let json = try YAMLSource.read(file.text, file: ProjectFile.name).json
      #expect(try JSONSchema("feedproof", in: Self.folder).faults(in: json) == [])
      #expect(throws: Never.self) { try ProjectFile.read(file.text, in: URL(fileURLWithPath: "/p")) }
    }
  }
}
