import CardRendering
import Diagnostics
import Drawing
import Figma
import Files
import Foundation

/// `feedproof figma diff --page`: the changes of a design as a review of its frames.
package struct FigmaDiffPage {
  /// The maximum size of an image, in bytes.
  private static let sizeLimit = 1 << 28
  /// The maximum number of changes listed next to a frame. Its boxes list all of them.
  private static let reasonLimit = 60

  let changes: FigmaChanges
  let variables: FigmaVariables?
  /// The image folders of both versions.
  let pictures: (old: URL?, new: URL?)

  package init(changes: FigmaChanges, variables: FigmaVariables?, pictures: (old: URL?, new: URL?)) {
    self.changes = changes
    self.variables = variables
    self.pictures = pictures
  }

  /// - Returns: The location of the page.
  /// - Throws: `Diagnostic`, also if unmanaged files are in the way.
  package func write(
    to folder: URL, in environment: Environment, report: @escaping @Sendable (Diagnostic) -> Void
  ) async throws -> URL {
    let templates = try DesignFiles(ownCards: [], ownTokens: [], environment: environment).siteTemplates()
    let review = try review()
    return try await review.write(to: folder, with: templates, in: environment, report: report)
  }

  private func review() throws -> DesignReview {
    let groups = changes.groups(variables)
    // Changes of a frame itself are listed next to the frame. As a cause they would only repeat it.
    let causes = groups.filter { if case .frame = $0.cause { false } else { true } }
    var frames = Self.frames(of: changes.new)
    frames += Self.frames(of: changes.old).filter { gone in !frames.contains { $0.id == gone.id } }
    let (oldFrames, newFrames) = (FrameIndex(changes.old), FrameIndex(changes.new))
    var reasons: [String: [String]] = [:]
    var places: [String: [Int]] = [:]
    for group in groups {
      let number = causes.firstIndex { $0.cause == group.cause }
      var told: [String: Set<String>] = [:]
      for change in group.changes.joined() {
        let index = change.what == "removed" ? oldFrames : newFrames
        guard let frame = index.frame(around: change.node) else { continue }
        let layer = "\(change.name): \(change.inWords)"
        let words = number == nil ? layer : "\(group.cause.inWords): \(layer)"
        if told[frame, default: []].insert(words).inserted { reasons[frame, default: []].append(words) }
        if let number, places[frame, default: []].last != number { places[frame, default: []].append(number) }
      }
    }
    let shown = try frames.map { frame in
      var shown = DesignReview.Frame(id: Self.fileName(frame.id), name: frame.name, page: frame.page ?? "design")
      shown.isNew = !oldFrames.ids.contains(frame.id)
      shown.isGone = !newFrames.ids.contains(frame.id)
      let words = reasons[frame.id] ?? []
      shown.reasons = Array(words.prefix(Self.reasonLimit))
      if words.count > Self.reasonLimit { shown.reasons.append("and \(words.count - Self.reasonLimit) more") }
      shown.causes = places[frame.id] ?? []
      shown.boxes = boxes(of: frame.id, oldFrames, newFrames)
      (shown.old, shown.new) = (
        try picture(of: frame.id, in: pictures.old), try picture(of: frame.id, in: pictures.new)
      )
      return shown
    }
    let titles = causes.map { group in
      ([group.cause.inWords] + group.values.map(\.inWords)).joined(separator: "; ")
    }
    let versions = [changes.old.version, changes.new.version].map { $0 ?? "?" }.joined(separator: " → ")
    return DesignReview(
      title: changes.new.name ?? "Design", key: "figma \(versions)", versions: versions, causes: titles, frames: shown)
  }

  private static func frames(of file: FigmaFile) -> [FigmaFile.Frame] { file.frames.filter { !$0.isHidden } }

  /// Finds the frame that contains a layer.
  private struct FrameIndex {
    let file: FigmaFile
    let ids: Set<String>

    init(_ file: FigmaFile) {
      self.file = file
      ids = Set(file.frames.map(\.id))
    }

    func frame(around node: Int) -> String? {
      var next: Int? = node
      while let place = next {
        if ids.contains(file.nodes[place].id) { return file.nodes[place].id }
        next = file.nodes[place].parent
      }
      return nil
    }
  }

  /// The changed layers of a frame, in points from the frame's top left corner.
  private func boxes(
    of frame: String, _ old: FrameIndex, _ new: FrameIndex
  ) -> [(path: String, old: Rect?, new: Rect?, words: [String])] {
    let (oldPlaces, newPlaces) = (changes.old.places, changes.new.places)
    func box(_ id: String, _ file: FigmaFile, _ places: [String: Int]) -> Rect? {
      guard let origin = places[frame].flatMap({ file.nodes[$0].box })?.origin,
        let box = places[id].flatMap({ file.nodes[$0].box })
      else { return nil }
      return box.offset(by: Point(x: -origin.x, y: -origin.y))
    }
    var order: [String] = []
    var found: [String: (path: String, words: [String])] = [:]
    for change in changes.changes {
      let index = change.what == "removed" ? old : new
      guard index.frame(around: change.node) == frame else { continue }
      if found[change.id] == nil {
        order.append(change.id)
        found[change.id] = (index.file.path(of: change.node), [])
      }
      found[change.id]?.words.append(change.inWords)
    }
    return order.compactMap { id in
      found[id].map { ($0.path, box(id, changes.old, oldPlaces), box(id, changes.new, newPlaces), $0.words) }
    }
  }

  /// The image that `pull` saved for a frame, such as `images/1-2@2x.png`, at the last scale by file name.
  private func picture(of id: String, in folder: URL?) throws -> (png: [UInt8], name: String, scale: Int)? {
    guard let folder else { return nil }
    let names = (try? FileSystem.names(in: folder)) ?? []
    let start = "\(Self.fileName(id))@"
    guard let name = names.sorted().last(where: { $0.hasPrefix(start) && $0.hasSuffix("x.png") }) else { return nil }
    let scale = Double(name.dropFirst(start.count).dropLast("x.png".count)) ?? 1
    do throws(FileError) {
      let bytes = try RegularFile(folder.appendingPathComponent(name)).bytes(limit: Self.sizeLimit)
      return (bytes, name, max(1, Int(scale.rounded())))
    } catch {
      throw error.unreadable(as: name)
    }
  }

  private static func fileName(_ id: String) -> String { FigmaFile.pictureStem(ofFrame: id) }
}
