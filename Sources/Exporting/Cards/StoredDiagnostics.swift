import Diagnostics
import Files
import Foundation

/// Diagnostics of cards that are not drawn again; they are told again.
enum StoredDiagnostics {
  static func read(_ json: String?) -> [Diagnostic] {
    guard let json else { return [] }
    return (try? JSONDecoder().decode([Diagnostic].self, from: Data(json.utf8))) ?? []
  }
}

extension [Diagnostic] {
  /// As the store keeps them; nil where there are none.
  package var stored: String? {
    get throws { isEmpty ? nil : try JSONText.line(self) }
  }
}
