extension PostCard {
  /// A post inside another one, which reposts it.
  package struct Repost: Hashable, Codable, Sendable {
    package var header: Header
    package var warning: Warning?
    package var veil: String?
    package var body: Body?
    /// How many steps it stands in from the first one, which it is a repost of.
    package var steps: Int
    package var photo: PhotoModel?
    package var carousel: Carousel?
    package var videos: [Video]
    package var polls: [Poll]
    package var links: [Link]
    package var rows: [Row]
    /// Its page.
    package var target: String?

    package init(
      header: Header, body: Body? = nil, steps: Int = 0, photo: PhotoModel? = nil, carousel: Carousel? = nil,
      videos: [Video] = [], polls: [Poll] = [], links: [Link] = [], rows: [Row] = [], warning: Warning? = nil,
      veil: String? = nil, target: String? = nil
    ) {
      self.target = target
      self.links = links
      self.warning = warning
      self.veil = veil
      self.header = header
      self.body = body
      self.steps = steps
      self.photo = photo
      self.carousel = carousel
      self.videos = videos
      self.polls = polls
      self.rows = rows
    }
  }
}
