import Cards
import FeedIngest
import Files
import Foundation
import Projects

extension Project {
  /// What all posts of a feed look like; nil where it is not the same for all, or a design of the project's own.
  ///
  /// - Parameter services: That they are from.
  func face(of services: Set<Service>) -> String? {
    if let face { return face }
    return services.count == 1 ? services.first.flatMap(usualFace) : nil
  }

  /// Of a feed of several services, those that look otherwise than the rest.
  func faces(of services: Set<Service>, _ environment: Environment) -> [Service: String] {
    guard services.count > 1 else { return [:] }
    return services.reduce(into: [:]) { faces, service in
      let face = usualFace(of: service)
      faces[service] = face.flatMap { DesignFiles.folder(ofFace: $0, environment) } == nil ? nil : face
    }
  }

  /// A design of one's own is not overlaid by ours.
  private func usualFace(of service: Service) -> String? {
    cards == nil && tokens.isEmpty && serviceCards[service] == nil ? service.face : nil
  }
}

/// The design's decisions for the cards of a feed.
package struct CardRules: Hashable, Sendable {
  package var usual: PostCardRules
  /// Of services whose posts look otherwise.
  package var ofServices: [Service: PostCardRules]
}

extension DesignFiles {
  /// Nil of the cards that stand for all others.
  package static func folder(ofFace face: String, _ environment: Environment) -> URL? {
    let folder = environment.resourceFolder.appendingPathComponent("Templates/Faces/\(face)")
    return FileSystem.isFolder(folder) ? folder : nil
  }
}
