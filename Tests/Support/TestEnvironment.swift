import Files
import Foundation

extension Environment {
  /// The checkout's templates and this machine's fonts, with `folder` as the working folder.
  package static func tests(in folder: URL) -> Environment {
    var environment = Environment.process()
    environment.workingFolder = folder
    environment.resourceFolder = Checkout.folder
    return environment
  }
}
