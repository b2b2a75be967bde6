import Figma
import Foundation
import Support
import Testing

@Suite("Variables of several files")
struct VariableFilesTests {
  /// A response of `/variables/local` with one collection of one mode.
  ///
  /// - Parameter variables: Ids, names, keys, types and values in JSON.
  private func response(
    collection: String, key: String = "",
    _ variables: [(id: String, name: String, key: String, type: String, value: String)],
    isRemote: Bool = false
  ) -> String {
    let members = variables.map { variable in
      """
      "\(variable.id)": {"id": "\(variable.id)", "name": "\(variable.name)", "key": "\(variable.key)",
        "variableCollectionId": "VC:1", "resolvedType": "\(variable.type)", "scopes": ["GAP"], "remote": \(isRemote),
        "valuesByMode": {"1:0": \(variable.value)}}
      """
    }
    return """
      {"meta": {"variableCollections": {"VC:1": {"id": "VC:1", "name": "\(collection)", "key": "\(key)",
        "modes": [{"modeId": "1:0", "name": "Default"}], "defaultModeId": "1:0", "remote": \(isRemote)}},
        "variables": {\(members.joined(separator: ","))}}}
      """
  }

  /// Returns the token file made of responses in one folder, and the problems.
  private func tokens(_ files: [String: String]) throws -> (text: String, problems: [String]) {
    let folder = try TemporaryFolder()
    for (name, text) in files { try folder.write(text, to: name) }
    let responses = try FigmaResponses(folder.url, called: "design")
    let made = FigmaTokenFiles(name: "f", variables: responses.variables, designs: responses.designs)
    return (try #require(made.files.first?.text), responses.problems.map(\.description))
  }

  @Test("all files of a folder are one set, although their ids are the same")
  func severalFiles() throws {
    let tokens = try tokens([
      "colors.json": response(
        collection: "Colors", [("V:1", "ink", "", "COLOR", #"{"r": 0, "g": 0, "b": 0, "a": 1}"#)]),
      "sizes.json": response(collection: "Sizes", [("V:1", "gap", "", "FLOAT", "8")]),
      "type.json": response(collection: "Type", [("V:1", "inset", "", "FLOAT", "12")]),
    ])
    #expect(tokens.text.contains(##""hex": "#000000""##))
    #expect(tokens.text.contains(#""gap": {"$type": "dimension", "$value": {"value": 8, "unit": "px"}}"#))
    #expect(tokens.text.contains(#""inset": {"$type": "dimension", "$value": {"value": 12, "unit": "px"}}"#))
    #expect(tokens.problems.isEmpty)
  }

  @Test("equal names in several files are prefixed with their collections", arguments: [["k1", "k2"], ["", ""]])
  func equalNames(keys: [String]) throws {
    let tokens = try tokens([
      "a.json": response(collection: "Card", [("V:1", "gap", keys[0], "FLOAT", "8")]),
      "b.json": response(collection: "Feed", [("V:1", "gap", keys[1], "FLOAT", "12")]),
    ])
    #expect(
      tokens.text == """
        {
          "Card": {
            "gap": {"$type": "dimension", "$value": {"value": 8, "unit": "px"}}
          },
          "Feed": {
            "gap": {"$type": "dimension", "$value": {"value": 12, "unit": "px"}}
          }
        }

        """)
  }

  @Test("an alias to a variable of another file follows its key")
  func aliasesAcrossFiles() throws {
    let alias = #"{"type": "VARIABLE_ALIAS", "id": "VariableID:k1/1:7"}"#
    let tokens = try tokens([
      "a.json": response(collection: "Card", [("V:1", "inset", "k2", "FLOAT", alias)]),
      "b.json": response(collection: "Base", [("V:1", "gap", "k1", "FLOAT", "8")]),
    ])
    #expect(tokens.text.contains(#""inset": {"$type": "dimension", "$value": "{gap}"}"#))
  }

  @Test("the definition in a variable's own file wins over its use in another file")
  func ownFile() throws {
    let tokens = try tokens([
      "a.json": response(collection: "Base", key: "c", [("V:k1/1", "gap", "k1", "FLOAT", "4")], isRemote: true),
      "b.json": response(collection: "Base", key: "c", [("V:1", "gap", "k1", "FLOAT", "8")]),
    ])
    #expect(tokens.text.contains(#""gap": {"$type": "dimension", "$value": {"value": 8, "unit": "px"}}"#))
    #expect(tokens.problems.isEmpty)
  }

  @Test("two versions of a variable are reported, and the first is used")
  func conflicts() throws {
    let tokens = try tokens([
      "a.json": response(collection: "Base", key: "c", [("V:1", "gap", "k1", "FLOAT", "4")]),
      "b.json": response(collection: "Base", key: "c", [("V:1", "gap", "k1", "FLOAT", "8")]),
    ])
    #expect(tokens.text.contains(#""gap": {"$type": "dimension", "$value": {"value": 4, "unit": "px"}}"#))
    #expect(tokens.problems.count == 1)
    #expect(tokens.problems.first?.contains("figma.variable-differs") == true)
    #expect(tokens.problems.first?.contains("b.json") == true)
  }
}
