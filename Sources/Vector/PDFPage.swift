import Diagnostics
import Drawing
import Foundation
import Raster

/// A page of a document while it is drawn. It measures and decides nothing.
package final class PDFPage {
  /// The meaning of a list of commands for assistive technology.
  package struct Meaning {
    /// The element of the content; nil for decoration.
    package var element: PDFElement?
    /// The links; later ones are above earlier ones.
    package var links: [PDFLink]
    /// The frames of texts that are headings.
    package var headings: [Rect]
    package var headingKind: PDFElement.Kind
    /// The kind of texts that are not headings; nil adds them to the element itself.
    package var textKind: PDFElement.Kind?

    package init(
      element: PDFElement? = nil, links: [PDFLink] = [], headings: [Rect] = [],
      headingKind: PDFElement.Kind = .heading3, textKind: PDFElement.Kind? = .paragraph
    ) {
      (self.element, self.links, self.headings) = (element, links, headings)
      (self.headingKind, self.textKind) = (headingKind, textKind)
    }
  }

  /// The resources that commands on the page refer to.
  struct Resources {
    var fonts: Set<Int> = []
    var objects: Set<Int> = []
    var states: Set<Int> = []
    var shadings: Set<Int> = []

    var text: String {
      func part(_ key: String, _ letter: String, _ numbers: Set<Int>) -> String {
        let list = numbers.sorted().map { "/\(letter)\($0) \($0) 0 R" }.joined(separator: " ")
        return numbers.isEmpty ? "" : "/\(key) << \(list) >> "
      }
      return "<< " + part("Font", "F", fonts) + part("XObject", "X", objects) + part("ExtGState", "G", states)
        + part("Shading", "S", shadings) + ">>"
    }
  }

  private enum Mark: Equatable {
    case none, decoration
    case element(ObjectIdentifier)
  }

  let document: PDFDocument
  let size: Size
  /// The source of images for subsequent drawing.
  package var images: any DocumentImages
  private let index: Int
  private let reference: PDFFile.Reference
  var resources = Resources()
  private(set) var annotations: [PDFFile.Reference] = []
  var content: [UInt8] = []
  private var mark = Mark.none
  /// The number of marked contents so far.
  private var marks = 0
  /// The nesting depth of groups drawn as one object, which are marked as a whole.
  var depth = 0
  private(set) var meaning = Meaning()
  /// The elements of the current list's links by index.
  private var linkElements: [Int: PDFElement] = [:]
  /// The scale from the list's points to points of the page, y downward.
  private(set) var scale = 1.0
  var origin = Point.zero
  /// The offset of commands from the list's origin, in its points.
  var shifted = Point.zero

  init(
    document: PDFDocument, size: Size, index: Int, reference: PDFFile.Reference, images: any DocumentImages
  ) {
    (self.document, self.size, self.index, self.reference, self.images) = (document, size, index, reference, images)
    put("1 0 0 -1 0 \(PDFSyntax.number(size.height)) cm")
  }

  /// - Parameter y: Points from the page's top edge.
  package func place(_ y: Double) -> PDFPlace { PDFPlace(page: reference, top: size.height - y) }

  /// - Parameters:
  ///   - origin: The origin of the list's canvas, in points from the page's top left corner.
  ///   - scale: Points of the page per point of the list.
  package func draw(
    _ list: DisplayList, at origin: Point, scale: Double = 1, _ meaning: Meaning = Meaning()
  ) throws {
    (self.meaning, self.origin, self.scale, shifted, linkElements) = (meaning, origin, scale, .zero, [:])
    put("q \(PDFSyntax.numbers(scale, 0, 0, scale, origin.x, origin.y)) cm")
    try write(list.commands)
    setMark(nil)
    put("Q")
    addAnnotations()
  }

  func finishedContent() -> [UInt8] {
    endMark()
    return content
  }

  func put(_ operators: String) {
    content += operators.utf8
    content.append(0x0A)
  }

  // MARK: Meaning

  private func endMark() {
    if mark != .none { put("EMC") }
    mark = .none
  }

  /// - Parameter element: The element of subsequent content; nil for decoration.
  func setMark(_ element: PDFElement?) {
    guard depth == 0 else { return }
    let next = element.map { Mark.element(ObjectIdentifier($0)) } ?? .decoration
    guard next != mark else { return }
    endMark()
    if let element {
      put("/\(element.kind.rawValue) << /MCID \(marks) >> BDC")
      element.add(.content(page: index, id: marks))
      marks += 1
    } else {
      put("/Artifact BMC")
    }
    mark = next
  }

  /// Returns the index of the topmost link at a point of the list.
  func link(at point: Point) -> Int? { meaning.links.lastIndex { $0.area.contains(point) } }

  /// Returns the element of a link.
  ///
  /// - Parameter parent: The parent element if the link doesn't have an element yet.
  func element(ofLink place: Int, in parent: PDFElement) -> PDFElement {
    if let known = linkElements[place] { return known }
    let element = parent.add(.link)
    linkElements[place] = element
    return element
  }

  private func addAnnotations() {
    guard let parent = meaning.element else { return }
    for (place, link) in meaning.links.enumerated() where link.area.isFinite && !link.area.isEmpty {
      let element = linkElements[place] ?? parent.add(.link)
      let area = onPage(link.area)
      let action: String
      let said: String
      switch link.target {
      case .address(let address):
        action = "/A << /S /URI /URI \(PDFSyntax.address(address)) >>"
        said = link.description ?? address
      case .place(let place):
        action = "/Dest \(place.text)"
        said = link.description ?? ""
      }
      let (annotation, key) = (document.file.reserve(), document.nextKey())
      document.file.add(
        "<< /Type /Annot /Subtype /Link /Rect \(PDFSyntax.box(area)) /Border [0 0 0] /F 4 \(action) "
          + "/Contents \(PDFSyntax.text(said)) /StructParent \(key) >>", as: annotation)
      element.add(.annotation(annotation, page: index, key: key))
      annotations.append(annotation)
    }
  }

  /// Converts to PDF coordinates, from the lower left corner.
  func onPage(_ rect: Rect) -> Rect {
    let (left, top) = (origin.x + rect.minX * scale, origin.y + rect.minY * scale)
    return Rect(
      x: left, y: size.height - top - rect.height * scale, width: rect.width * scale, height: rect.height * scale)
  }
}
