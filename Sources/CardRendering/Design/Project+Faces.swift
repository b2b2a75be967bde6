import Cards
import FeedReading
import Files
import Foundation
import Projects

extension Project {
  /// The skin of all posts of a feed; nil if posts differ or the project has its own design.
  ///
  /// - Parameter services: The services of the posts.
  func face(of services: Set<Service>) -> String? {
    if let face { return face }
    return services.count == 1 ? services.first.flatMap(usualFace) : nil
  }

  /// The skins of services that differ from the rest, in a feed of several services.
  func faces(of services: Set<Service>, _ environment: Environment) -> [Service: String] {
    guard services.count > 1 else { return [:] }
    return services.reduce(into: [:]) { faces, service in
      let face = usualFace(of: service)
      faces[service] = face.flatMap { DesignFiles.folder(ofFace: $0, environment) } == nil ? nil : face
    }
  }

  /// A project's own design is never combined with a built-in skin.
  private func usualFace(of service: Service) -> String? {
    cards == nil && tokens.isEmpty && serviceCards[service] == nil ? service.face : nil
  }
}

/// The design's rules for the cards of a feed.
package struct CardRules: Hashable, Sendable {
  package var usual: PostCardRules
  /// Services whose posts look different.
  package var ofServices: [Service: PostCardRules]
}

extension DesignFiles {
  /// Nil for the default cards.
  package static func folder(ofFace face: String, _ environment: Environment) -> URL? {
    let folder = environment.resourceFolder.appendingPathComponent("Templates/Faces/\(face)")
    return FileSystem.isFolder(folder) ? folder : nil
  }
}
