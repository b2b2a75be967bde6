import FeedIngest
import Prefetching

extension CardLoad {
  /// Of a post and what it reposts. Without recursion: a feed decides how deep.
  package init(_ post: Post) {
    self.init()
    isAdvertisement = post.isAdvertisement
    var waiting = [post]
    while let post = waiting.popLast() {
      let photos = post.attachments.count { $0.photo != nil }
      if photos == 1 { self.photos += 1 } else { pages += photos }
      for case .item(let item) in post.attachments { add(item) }
      if case .system(.miniApps, _) = post.kind { webApps += 1 }
      waiting += post.reposts
    }
  }

  private mutating func add(_ item: AttachmentItem) {
    if item.isWebApp { webApps += 1 }
    guard item.preview != nil else { return }
    switch item.content {
    case .video, .videoNote: videos += 1
    case .animation: animations += 1
    case .document(_, let fileExtension): if fileExtension == "gif" { animations += 1 }
    default: break
    }
  }
}

extension Post {
  private static let paidKinds: [SystemKind] = [.advertisement, .promotion]

  fileprivate var isAdvertisement: Bool {
    if case .system(let kind, _) = kind, Self.paidKinds.contains(kind) { return true }
    return flags.contains(.ad)
  }
}
