import Documents
import Drawing
import Foundation
import Raster
import Testing

@Suite("Shapes and images in an SVG")
struct SVGDrawingTests {
  private static let box = Rect(x: 10, y: 20, width: 60, height: 40)
  private static let red = Paint.solid(Color(rgb: 0xFF0000, alpha: 0.5))

  @Test("names are each the user's own, and two drawings keep apart")
  func names() throws {
    let gradient = Paint.linearGradient(
      LinearGradient(stops: [.init(offset: 0, color: .white), .init(offset: 1, color: .black)]))
    let first: [DrawingCommand] = [
      .fill(.rectangle(Self.box), gradient),
      .group(clip: .ellipse(Self.box), opacity: 0.5, [picture("a", .ellipse(Self.box))]),
      .shadow(.rectangle(Self.box), Shadow(offset: .zero, blur: 8, color: .black)),
    ]
    let (one, other) = (try svg(first), try svg(first + [.fill(.ellipse(Self.box), Self.red)]))
    for read in [one, other] {
      let ids = read.elements.compactMap { $0.attributes["id"] }
      #expect(Set(ids).count == ids.count && ids.count == 5)
      for used in read.source.matches(of: /(?:url\(#|href="#)([^)"]+)/) { #expect(ids.contains(String(used.1))) }
    }
    let all = (one.elements + other.elements).compactMap { $0.attributes["id"] }
    #expect(Set(all).count == all.count)
  }

  @Test("a drawing ends at a whole point")
  func end() throws {
    let fonts = try LockedFonts.set.get()
    let picture = SVGImage(title: "", language: "en", texts: .embedded, scale: 2, photoQuality: 90, limit: .max)
    let bytes = try picture.bytes(
      of: DisplayList(size: Size(width: 10, height: 20.5), commands: []), fonts: fonts, painter: Painter(fonts: fonts),
      images: GreyPictures())
    #expect(ReadSVG(bytes).elements[0].attributes["viewBox"] == "0 0 10 21")
  }

  @Test("a shape is drawn at its place in its color")
  func fill() throws {
    let read = try svg([.fill(.rounded(Self.box, radius: 100), Self.red)])
    let rect = read.all("rect")[0].attributes
    #expect(rect["x"] == "10" && rect["y"] == "20" && rect["width"] == "60" && rect["height"] == "40")
    #expect(rect["rx"] == "20" && rect["fill"] == "#ff0000" && rect["fill-opacity"] == "0.5")
  }

  @Test("corners of several radii begin at the upper left one and go clockwise")
  func corners() throws {
    let radii = CornerRadii(topLeft: 4, topRight: 0, bottomRight: 8, bottomLeft: 2)
    let read = try svg([.fill(.cornered(Self.box, radii), Self.red)])
    #expect(
      read.all("path")[0].attributes["d"] == "M14 20H70V52A8 8 0 0 1 62 60H12A2 2 0 0 1 10 58V24A4 4 0 0 1 14 20Z")
  }

  @Test("an image is on whole pixels, cut to its shape, and says what it shows")
  func image() throws {
    let shape = Shape.rounded(Rect(x: 10.1, y: 20.1, width: 60.1, height: 40.1), radius: 4)
    let read = try svg([picture("a", shape, description: "A <lake>")])
    let use = read.all("use")[0].attributes
    #expect(use["x"] == "10" && use["y"] == "20" && use["role"] == "img" && use["aria-label"] == "A <lake>")
    let image = read.all("image")[0].attributes
    #expect(image["width"] == "60" && image["height"] == "40")
    #expect(image["href"]?.hasPrefix("data:image/jpeg;base64,/9j/") == true)
    #expect(read.all("clipPath").count == 1)
  }

  @Test("an image that can be seen through is a PNG; the same one twice is in the file once")
  func twice() throws {
    let read = try svg([
      picture("clear", .rectangle(Self.box)),
      .translated(Point(x: 80, y: 0), [picture("clear", .rectangle(Self.box))]),
    ])
    #expect(read.all("use").count == 2 && read.all("image").count == 1)
    #expect(read.all("image")[0].attributes["href"]?.hasPrefix("data:image/png;base64,iVBOR") == true)
  }

  @Test("a missing image is its placeholder with what replaces it")
  func missing() throws {
    let inside = DrawingCommand.fill(.ellipse(Self.box), Self.red)
    let read = try svg([
      .image(
        ImageReference(candidates: [.init(url: "none")]), .rectangle(Self.box), placeholder: Self.red, missing: [inside]
      )
    ])
    #expect(read.all("rect").count == 1 && read.all("ellipse").count == 1 && read.all("image").isEmpty)
  }

  @Test("what would take more memory than it may is refused")
  func limit() throws {
    let many = (1...20).map { picture("a", .rectangle(Rect(x: 0, y: 0, width: Double($0), height: 80))) }
    #expect(throws: SVGImage.TooLarge.self) { try svg(many, limit: 10_000) }
    #expect(try svg(many, limit: 100_000).all("image").count == 20)
  }

  @Test("a path's shadow is as strong where it grew as elsewhere, and one that shrank is smaller")
  func spread() throws {
    let path = Path([.move(Point(x: 20, y: 20)), .line(Point(x: 60, y: 20)), .line(Point(x: 40, y: 60)), .close])
    for (spread, pen) in [(4.0, "#fff"), (-4, "#000")] {
      let shadow = Shadow(offset: .zero, blur: 6, spread: spread, color: Color(rgb: 0, alpha: 0.5))
      let read = try svg([.shadow(.path(path, bounds: Rect(x: 20, y: 20, width: 40, height: 40)), shadow)])
      #expect(read.all("mask").count == 1 && read.all("path").map { $0.attributes["stroke"] } == [pen])
      #expect(read.all("rect").map { $0.attributes["fill-opacity"] } == ["0.5"])
    }
  }

  @Test("anything that is outside of the drawing is not in the file")
  func outside() throws {
    let far = Rect(x: 500, y: 0, width: 10, height: 10)
    let read = try svg([
      picture("a", .rectangle(far)), .group(clip: .rectangle(far), opacity: 1, [.fill(.rectangle(far), Self.red)]),
    ])
    #expect(read.all("image").isEmpty && read.all("rect").isEmpty && read.all("g").isEmpty)
  }

  @Test("anything that is not a number draws nothing")
  func numbers() throws {
    let odd = Rect(x: .nan, y: 0, width: .infinity, height: 10)
    let read = try svg([
      .fill(.rectangle(odd), Self.red), picture("a", .rectangle(odd)),
      .stroke(Path([.move(Point(x: .nan, y: 0)), .line(.zero)]), width: 1, Self.red),
      .shadow(.rectangle(odd), Shadow(offset: .zero, blur: 1, color: .black)),
      .translated(Point(x: .infinity, y: 0), [.fill(.rectangle(Self.box), Self.red)]),
    ])
    #expect(read.elements.map(\.name) == ["svg", "title"])
  }

  @Test("a link has an area and an address that is no markup")
  func link() throws {
    let address = #"https://a.example/?q="<&"#
    let read = try svg([], links: [.init(area: Self.box, address: address)])
    #expect(read.all("a").map { $0.attributes["href"] } == [address])
    #expect(read.all("rect")[0].attributes["x"] == "10")
  }

  @Test(
    "numbers are short",
    arguments: [(1, "1"), (12.345, "12.35"), (-0.05, "-0.05"), (0.004, "0"), (-0.004, "0"), (.nan, "0"), (7.5, "7.5")])
  func number(value: Double, text: String) { #expect(SVGMarkup.number(value) == text) }
}
