import CardDrawing
import Digests
import Drawing
import ExportStore
import Files
import OutputFolders
import Runs

/// Copies of the photos that one card shows, each once, under the digests of their bytes. They lie with the card's
/// pictures, and go when it does.
struct CardOriginals {
  private(set) var entries: [Manifest.Original] = []
  private(set) var files: [StoredFile] = []
  /// By the photo, however it comes into its box; nil of one that a page could not show.
  private var paths: [[ImageReference.Candidate]: String?] = [:]
  private let id: String
  private let pictures: PostPictures
  private let output: OutputFolder

  /// - Parameter id: The card's.
  init(of id: String, pictures: PostPictures, output: OutputFolder) {
    (self.id, self.pictures, self.output) = (id, pictures, output)
  }

  /// Copies the photos that a card's states show to where they wait to be published.
  ///
  /// - Throws: `Diagnostic` when one can't be written.
  mutating func copy(_ states: [ReadStates]) throws {
    let photos = states.flatMap { $0.nodes.numbered.flatMap(\.photos) }
    for photo in photos.compactMap({ $0 }) where paths[photo.candidates] == nil {
      let path = try pictures.original(of: photo).map { try copy($0) }
      paths[photo.candidates] = .some(path)
    }
  }

  /// In the output folder; nil of one that was not copied.
  func path(of photo: ImageReference) -> String? { paths[photo.candidates] ?? nil }

  private mutating func copy(_ original: OriginalPhoto) throws -> String {
    let digest = Digest(of: original.bytes)
    let path = "cards/\(id)/original-\(digest.hex.prefix(16)).\(original.fileExtension)"
    guard !files.contains(where: { $0.path == path }) else { return path }
    let stamp = try output.put(original.bytes, at: StateFolder.staged / RelativePath.checked(path))
    files.append(
      StoredFile(path: path, bytes: original.bytes.count, modified: stamp.modified, sha256: digest))
    entries.append(Manifest.Original(path: path, bytes: original.bytes.count, sha256: digest.hex))
    return path
  }
}
