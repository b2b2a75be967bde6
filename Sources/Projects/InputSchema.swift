/// The JSON Schemas of the YAML files that people write. They are published with the documentation.
package enum InputSchema {
  /// The names of all schemas.
  package static let names = ["feedproof", "cases", "types", "screens", "pictures", "strings", "icons", "map"]

  /// Returns the address of a schema.
  package static func address(of name: String) -> String { "\(site)/input-schemas/\(name).json" }

  /// Returns the first line of a new file, by which editors find the schema.
  package static func line(_ name: String) -> String {
    // plain: an address in ASCII
    "# yaml-language-server: $schema=\(address(of: name))\n"
  }

  /// The address of the documentation.
  private static let site = "https://feedproof.example"
}
