import Files
import Foundation

extension Environment {
  /// Returns an environment with the checkout's templates, this machine's fonts, and `folder` as the working folder.
  package static func tests(in folder: URL) -> Environment {
    var environment = Environment.process()
    environment.workingFolder = folder
    environment.resourceFolder = Checkout.folder
    return environment
  }
}
