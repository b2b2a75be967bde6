import Foundation
import Support

@testable import FeedproofKit

extension Environment {
  /// The checkout's templates and this machine's fonts, with `folder` as the working folder.
  static func tests(in folder: URL) -> Environment {
    var environment = Environment.process()
    environment.workingFolder = folder
    environment.resourceFolder = Checkout.folder
    return environment
  }
}
