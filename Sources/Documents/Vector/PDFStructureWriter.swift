import Drawing

/// An element of the structure tree, in reading order for screen readers and copying (ISO 32000-1, 14.7 and 14.8).
package final class PDFElement {
  package enum Kind: String, Sendable {
    case document = "Document"
    case part = "Part"
    case section = "Sect"
    case article = "Art"
    case heading1 = "H1"
    case heading2 = "H2"
    case heading3 = "H3"
    case heading4 = "H4"
    case paragraph = "P"
    case figure = "Figure"
    case link = "Link"
    case contents = "TOC"
    case contentsItem = "TOCI"
    case index = "Index"
  }

  enum StructureChild {
    case element(PDFElement)
    /// Content drawn on a page, identified by the page's index in order of creation and the number on that page.
    case content(page: Int, id: Int)
    case annotation(PDFFile.Reference, page: Int, key: Int)
  }

  let kind: Kind
  /// The alternative text for assistive technology.
  var alternative: String?
  /// The frame of a figure, in points from the page's lower left corner.
  var box: Rect?
  fileprivate(set) var kids: [StructureChild] = []

  init(_ kind: Kind, alternative: String? = nil) { (self.kind, self.alternative) = (kind, alternative) }

  package func add(_ kind: Kind) -> PDFElement {
    let element = PDFElement(kind)
    kids.append(.element(element))
    return element
  }

  func add(_ kid: StructureChild) { kids.append(kid) }

  /// Moves the last child to the front.
  package func putLastFirst() {
    if let last = kids.popLast() { kids.insert(last, at: 0) }
  }

  fileprivate var isEmpty: Bool {
    kids.allSatisfy { if case .element(let element) = $0 { element.isEmpty } else { false } }
  }
}

/// A position in a document.
package struct PDFPlace: Sendable {
  let page: PDFFile.Reference
  /// Points from the page's bottom edge.
  let top: Double

  var text: String { "[\(page.text) /XYZ null \(PDFSyntax.number(top)) null]" }
}

/// A link from an area of a page.
package struct PDFLink {
  package enum Target {
    /// A URL.
    case address(String)
    case place(PDFPlace)
  }

  /// The area in points.
  package var area: Rect
  package var target: Target
  /// The description for assistive technology; nil uses the address.
  package var description: String?

  package init(area: Rect, target: Target, description: String? = nil) {
    (self.area, self.target, self.description) = (area, target, description)
  }
}

/// An entry of the outline (bookmarks).
package struct PDFOutline {
  package var title: String
  package var place: PDFPlace
  package var children: [PDFOutline]

  package init(title: String, place: PDFPlace, children: [PDFOutline] = []) {
    (self.title, self.place, self.children) = (title, place, children)
  }
}

/// Writes the structure tree, and the references from page contents and links to it.
struct PDFStructureWriter {
  /// The elements that hold a page's contents, by page and content number.
  private var contents: [Int: [Int: PDFFile.Reference]] = [:]
  /// The elements of links by key.
  private var annotations: [Int: PDFFile.Reference] = [:]
  private let pages: [(reference: PDFFile.Reference, key: Int)]
  private let nextKey: Int

  init(pages: [(reference: PDFFile.Reference, key: Int)], nextKey: Int) {
    (self.pages, self.nextKey) = (pages, nextKey)
  }

  /// - Returns: The root of the tree.
  mutating func write(_ document: PDFElement, to file: inout PDFFile) -> PDFFile.Reference {
    let root = file.reserve()
    let top = write(document, under: root, to: &file)
    var parents = annotations
    for (index, page) in pages.enumerated() {
      let known = contents[index] ?? [:]
      let list = (0..<(known.keys.max() ?? -1) + 1).map { known[$0]?.text ?? "null" }.joined(separator: " ")
      parents[page.key] = file.add("[\(list)]")
    }
    let numbers = parents.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.text)" }.joined(separator: " ")
    let map = file.add("<< /Nums [\(numbers)] >>")
    return file.add(
      "<< /Type /StructTreeRoot /K [\(top.text)] /ParentTree \(map.text) /ParentTreeNextKey \(nextKey) >>", as: root)
  }

  private mutating func write(
    _ element: PDFElement, under parent: PDFFile.Reference, to file: inout PDFFile
  ) -> PDFFile.Reference {
    let own = file.reserve()
    var kids = ""
    for kid in element.kids {
      switch kid {
      case .element(let child):
        if !child.isEmpty { kids += write(child, under: own, to: &file).text + " " }
      case .content(let page, let id):
        contents[page, default: [:]][id] = own
        kids += "<< /Type /MCR /Pg \(pages[page].reference.text) /MCID \(id) >> "
      case .annotation(let annotation, let page, let key):
        annotations[key] = own
        kids += "<< /Type /OBJR /Pg \(pages[page].reference.text) /Obj \(annotation.text) >> "
      }
    }
    var entries = "/Type /StructElem /S /\(element.kind.rawValue) /P \(parent.text) /K [\(kids)]"
    if let alternative = element.alternative { entries += " /Alt \(PDFSyntax.text(alternative))" }
    if let box = element.box { entries += " /A << /O /Layout /Placement /Block /BBox \(PDFSyntax.box(box)) >>" }
    return file.add("<< \(entries) >>", as: own)
  }
}

extension [PDFOutline] {
  /// - Returns: The outline's root; nil if it has no entries.
  func write(to file: inout PDFFile) -> PDFFile.Reference? {
    guard !isEmpty else { return nil }
    let root = file.reserve()
    return file.add("<< /Type /Outlines \(write(under: root, to: &file)) /Count \(count) >>", as: root)
  }

  private func write(under parent: PDFFile.Reference, to file: inout PDFFile) -> String {
    let references = map { _ in file.reserve() }
    for (index, entry) in enumerated() {
      var entries = "/Title \(PDFSyntax.text(entry.title)) /Parent \(parent.text) /Dest \(entry.place.text)"
      if index > 0 { entries += " /Prev \(references[index - 1].text)" }
      if index + 1 < count { entries += " /Next \(references[index + 1].text)" }
      if !entry.children.isEmpty {
        let below = entry.children.write(under: references[index], to: &file)
        // A negative count collapses them.
        entries += " \(below) /Count -\(entry.children.count)"
      }
      file.add("<< \(entries) >>", as: references[index])
    }
    return "/First \(references[0].text) /Last \(references[count - 1].text)"
  }
}
