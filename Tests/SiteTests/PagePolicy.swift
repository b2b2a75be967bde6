import Files
import Foundation
import Testing

/// The scripts that a page's Content-Security-Policy allows.
enum PagePolicy {
  /// Expects one inline script, allowed by its digest, that loads exactly these scripts.
  static func check(_ html: String, scripts: [String]) throws {
    let parts = html.components(separatedBy: "<script>")
    let inline = try #require(parts.count == 2 ? parts[1].components(separatedBy: "</script>").first : nil)
    let digest = Data(Digest(of: inline).bytes).base64EncodedString()
    #expect(
      html.contains(
        "default-src 'none'; script-src 'self' 'strict-dynamic' 'sha256-\(digest)'; style-src 'self' file:;"))
    #expect(html.components(separatedBy: "<script").count == 2)
    #expect(inline.contains("[\(scripts.map { "\"\($0)\"" }.joined(separator: ","))]"))
  }
}
