import JSONTree

/// An address with what its document says of the file there.
struct ActivityLink {
  var url: String
  /// As `image/jpeg`, in small letters; nil where nothing says.
  var mediaType: String?
  /// Pixels; nil where nothing says.
  var width: Int?
  var height: Int?

  /// - Parameter address: As it is written; where an archive has the file is found out.
  init(_ address: String) { url = Self.pathInArchive(address) ?? address }

  var source: Photo.Source { Photo.Source(url: url, width: width, height: height) }

  /// `image`, `video` …; nil where nothing says.
  var family: String? { FileAddress.family(mediaType: mediaType, address: url) }

  /// All addresses of an object that is a file (`url`: one or several, plain or `Link`s), or of a `Link` itself. What
  /// stands at the object counts where the link does not say.
  static func all(of node: JSONNode, depth: Int = 0) -> [ActivityLink] {
    guard node.value.object != nil else {
      return node.activityAddress.map { [ActivityLink($0)] } ?? []
    }
    let own = node.text("href").map(ActivityLink.init)
    // A playlist's link has those of its files as tags.
    let within = node.several("url") + (own == nil ? [] : node.several("tag"))
    let inner = depth < 3 ? within.flatMap { all(of: $0, depth: depth + 1) } : []
    let isFile = node.child("url") != nil || own != nil
    guard isFile else { return [] }
    let mediaType = node.text("mediaType").map { $0.trimmed.lowercased() }
    return ((own.map { [$0] } ?? []) + inner).map { link in
      var link = link
      link.mediaType = link.mediaType ?? mediaType
      link.width = link.width ?? pixels(node, "width")
      link.height = link.height ?? pixels(node, "height")
      return link
    }
  }

  /// Mastodon's archive keeps the path of an account's file and nothing of the server, so that a bucket may stand before
  /// it: `/bucket/media_attachments/files/1.png` is the archive's `media_attachments/files/1.png`. Nil for all else.
  private static func pathInArchive(_ address: String) -> String? {
    guard address.hasPrefix("/"), !address.hasPrefix("//") else { return nil }
    let inside = address.split(separator: "/").drop { $0 != "media_attachments" }
    return inside.count > 1 ? inside.joined(separator: "/") : nil
  }

  private static func pixels(_ node: JSONNode, _ key: String) -> Int? {
    node.int(key).flatMap { 1...1_000_000 ~= $0 ? $0 : nil }
  }
}
