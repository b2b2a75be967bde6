// swift-tools-version: 6.0
import PackageDescription

// A package that lays out cards with Feedproof's engine and compares them with approved ones. Your package would name
// the repository and a version instead of the path.
let package = Package(
  name: "swift-package",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "feedproof", path: "../..")],
  targets: [
    .target(name: "Card", dependencies: [.product(name: "FeedproofLayout", package: "feedproof")]),
    .executableTarget(
      name: "card-layout", dependencies: ["Card", .product(name: "FeedproofLayout", package: "feedproof")]),
    .testTarget(
      name: "CardTests", dependencies: ["Card", .product(name: "FeedproofProof", package: "feedproof")]),
  ]
)
