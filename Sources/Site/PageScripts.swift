import DataFormats
import Files
import Foundation

/// The scripts that a page starts with.
///
/// The page's policy allows no script by its place: on a page that was opened as a file, `file:` would be all of the disk. It
/// allows one inline script by its digest, which loads the others, and what that loads (`'strict-dynamic'`). A script
/// element in the markup itself never runs.
struct PageScripts {
  /// Paths from the page, in the order in which they run.
  let paths: [String]

  init(_ paths: [String]) { self.paths = paths }

  /// What templates put between `<script>` and `</script>`, at the end of the body.
  var loader: String {
    let list = paths.map(StringLiteral.script).joined(separator: ",")
    return "{const p=self.trustedTypes?.createPolicy(\"feedproof-loader\",{createScriptURL:(u)=>u});"
      + "for(const u of [\(list)]){const s=document.createElement(\"script\");s.async=false;"
      + "s.src=p?p.createScriptURL(u):u;document.head.append(s)}}"
  }

  /// SHA-256 in Base64, as Content-Security-Policy writes it.
  var digest: String { Digest(of: loader).data.base64EncodedString() }

  /// By the names that templates use.
  var values: [String: Any] { ["loader": loader, "loaderDigest": digest] }
}
