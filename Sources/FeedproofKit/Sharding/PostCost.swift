import FeedIngest

extension Post {
  /// About how long its card takes to draw: milliseconds of an ordinary machine, for one width, scale and theme.
  /// Nothing is laid out or opened to tell.
  var drawingCost: Int {
    let lines = min(text.utf8.count, 4096) / 64
    // A carousel shows one of its photos and the edge of the next.
    let photos = min(2, attachments.count { $0.photo != nil })
    return 8 + lines / 2 + 20 * photos + reposts.prefix(1).reduce(0) { $0 + $1.drawingCost }
  }
}
