import Cards
import Diagnostics
import Drawing
import FeedIngest
import Layout
import Raster

/// The first screens of the feed as one picture: background, header, cards with their shadows and gaps, footer.
struct FeedPicture {
  let studio: Studio
  let posts: [Post]

  /// One picture for each width, theme and scale, at `feed/<width>@<scale>x-<theme>.png`.
  func export(to output: OutputFolder) throws -> (entries: [Manifest.Picture], diagnostics: [Diagnostic]) {
    var entries: [Manifest.Picture] = []
    var diagnostics: [Diagnostic] = []
    for theme in studio.design.themes {
      for width in studio.project.widths {
        let column = try column(width: width, theme: theme)
        for scale in studio.project.scales {
          let place = Manifest.Picture.Place(screenWidth: width, scale: scale, theme: theme.name, state: nil)
          let list = displayList(column, width: width, theme: theme, scale: Double(scale))
          // No two pictures ask for the same sizes: what one decoded is let go with it.
          let pictures = studio.pictures()
          entries.append(
            try studio.draw(list, at: place, images: pictures).write(to: "feed/\(place.fileName)", in: output))
          diagnostics += pictures.diagnostics
        }
      }
    }
    return (entries, diagnostics.uniqued())
  }

  /// What stands on the screen, from the top, each part with the y of its top edge. Points.
  private struct Column {
    var parts: [(origin: Point, layout: LaidOutCard)]
    var height: Double
  }

  private func column(width: Int, theme: Design.Theme) throws -> Column {
    let limit = Double(studio.project.feedHeight)
    let builder = studio.builder(for: theme)
    let viewer = studio.project.viewer.map { Photo(sources: [Photo.Source(url: $0)]) }
    let screenHeader = builder.screenHeader(query: studio.project.highlight, viewerAvatar: viewer)
    let header = studio.engine.layOut(
      theme.header.spec(for: screenHeader.value(in: .expanded)), in: .width(Double(width)))
    var column = Column(parts: [(.zero, header)], height: header.size.height)
    for (index, post) in posts.enumerated() {
      guard column.height < limit else { return Column(parts: column.parts, height: limit) }
      let top = column.height + (index == 0 ? 0 : theme.metrics.cardGap)
      let states = try CardStates(
        builder.feedCard(for: post), design: theme, engine: studio.engine,
        width: studio.cardWidth(screen: width, theme: theme))
      let layout = states.initial.layout
      column.parts.append((Point(x: theme.metrics.screenMargin, y: top), layout))
      column.height = top + layout.size.height
    }
    let footer = studio.engine.layOut(
      theme.footer.spec(for: builder.footer(for: posts).value(in: .expanded)), in: .width(Double(width)))
    column.parts.append((Point(x: 0, y: column.height), footer))
    column.height = min(limit, column.height + footer.size.height)
    return column
  }

  private func displayList(_ column: Column, width: Int, theme: Design.Theme, scale: Double) -> DisplayList {
    let size = Size(width: Double(width), height: (column.height * scale).rounded(.up) / scale)
    let screen = Rect(origin: .zero, size: size)
    var commands: [DrawingCommand] = [.fill(.rectangle(screen), theme.metrics.background)]
    for (origin, layout) in column.parts {
      // On whole device pixels, so that what is crisp in the card stays so on the screen.
      let snapped = Point(x: (origin.x * scale).rounded() / scale, y: (origin.y * scale).rounded() / scale)
      commands.append(.translated(snapped, layout.displayList(scale: scale, includesRootShadow: true).commands))
    }
    return DisplayList(size: size, commands: commands)
  }
}
