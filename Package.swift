// swift-tools-version: 6.0
import PackageDescription

// Warnings are errors in the project's own checks; a user's build with a newer compiler must not fail on them.
let strict = Context.environment["FEEDPROOF_STRICT"] == "1"
let settings: [SwiftSetting] = strict ? [.unsafeFlags(["-warnings-as-errors"])] : []

let package = Package(
  name: "feedproof",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "feedproof", targets: ["feedproof"])],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.0.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.0.0"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
  ],
  targets: [
    // Floor 1: system libraries, and modules that know nothing of the others.
    .systemLibrary(
      name: "CPangoCairo", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"]), .brew(["pango"])]),
    .systemLibrary(name: "CJPEG", pkgConfig: "libjpeg", providers: [.apt(["libjpeg-dev"]), .brew(["jpeg-turbo"])]),
    .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"]), .brew(["libpng"])]),
    .systemLibrary(name: "CWebP", pkgConfig: "libwebp", providers: [.apt(["libwebp-dev"]), .brew(["webp"])]),
    .systemLibrary(
      name: "CDeflate", pkgConfig: "libdeflate", providers: [.apt(["libdeflate-dev"]), .brew(["libdeflate"])]),
    .systemLibrary(name: "CGLib", pkgConfig: "glib-2.0", providers: [.apt(["libglib2.0-dev"]), .brew(["glib"])]),
    .target(name: "CFolders"),
    .target(name: "CImageCodecs", dependencies: ["CJPEG", "CPNG", "CWebP", "CDeflate"]),
    // Loops over pixels, compiled for several instruction sets.
    .target(name: "CPixelLoops"),
    .target(name: "CivilTime", swiftSettings: settings),
    .target(name: "Diagnostics", swiftSettings: settings),
    .target(name: "Digests", dependencies: ["CGLib"], swiftSettings: settings),
    .target(name: "Drawing", swiftSettings: settings),
    .target(name: "JSONTree", swiftSettings: settings),
    .target(name: "Names", swiftSettings: settings),
    .target(name: "Pixels", swiftSettings: settings),

    // Floor 2: what comes in, and how it is arranged.
    .target(
      name: "FeedIngest", dependencies: ["CivilTime", "Diagnostics", "Digests", "JSONTree", "Names"],
      swiftSettings: settings),
    .target(name: "DesignTokens", dependencies: ["Diagnostics", "Drawing"], swiftSettings: settings),
    .target(name: "Layout", dependencies: ["Drawing"], swiftSettings: settings),
    .target(name: "Proof", dependencies: ["Diagnostics", "Digests", "Drawing", "Pixels"], swiftSettings: settings),

    // Floor 3: view models, and the only importer of C.
    .target(name: "Cards", dependencies: ["CivilTime", "FeedIngest", "Drawing"], swiftSettings: settings),
    .target(
      name: "Raster",
      dependencies: [
        "Diagnostics", "Digests", "Drawing", "Layout", "Pixels", "CPangoCairo", "CImageCodecs", "CPixelLoops", "CWebP",
        "CDeflate",
      ],
      swiftSettings: settings),

    // What is drawn already, and from what.
    .target(
      name: "ExportStore", dependencies: ["Diagnostics", "Digests", .product(name: "GRDB", package: "GRDB.swift")],
      swiftSettings: settings),

    // Floor 4: a view model, a template and tokens become a layout spec.
    .target(
      name: "CardTemplates", dependencies: ["Cards", "Layout", "DesignTokens", "Diagnostics", "Yams"],
      swiftSettings: settings),

    .target(
      name: "Site",
      dependencies: ["Diagnostics", "Digests", "Drawing", .product(name: "Mustache", package: "swift-mustache")],
      swiftSettings: settings),

    .target(
      name: "Serving",
      dependencies: [
        "Diagnostics", .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ],
      swiftSettings: settings),

    // Floor 5: the one place where the stages meet.
    .target(
      name: "FeedproofKit",
      dependencies: [
        "CFolders", "CivilTime", "Diagnostics", "Names", "Digests", "Drawing", "Pixels", "FeedIngest", "DesignTokens",
        "Layout", "Proof",
        "Cards",
        "Raster", "ExportStore", "CardTemplates", "Serving", "Site", "Yams",
      ],
      swiftSettings: settings),

    // Floor 6: commands of a few lines.
    .executableTarget(
      name: "feedproof",
      dependencies: [
        "FeedproofKit", "Diagnostics", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),

    // What the product costs, beside the least that its pictures could cost.
    .systemLibrary(
      name: "CPixman", path: "Benchmarks/CPixman", pkgConfig: "pixman-1",
      providers: [.apt(["libpixman-1-dev"]), .brew(["pixman"])]),
    .target(name: "Floor", dependencies: ["CJPEG", "CPixman", "CDeflate"], path: "Benchmarks/Floor"),
    .executableTarget(
      name: "feedproof-benchmark",
      dependencies: [
        "FeedproofKit", "Cards", "CImageCodecs", "Digests", "Drawing", "ExportStore", "FeedIngest", "Floor", "Layout",
        "Pixels",
        "Proof", "Raster", "Support",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Benchmarks/Sources", swiftSettings: settings),

    // Tests, in the same order.
    .target(name: "Support", path: "Tests/Support", swiftSettings: settings),
    .testTarget(name: "DiagnosticsTests", dependencies: ["Diagnostics"], swiftSettings: settings),
    .testTarget(name: "CivilTimeTests", dependencies: ["CivilTime"], swiftSettings: settings),
    .testTarget(name: "JSONTreeTests", dependencies: ["JSONTree", "Support"], swiftSettings: settings),
    .testTarget(name: "NamesTests", dependencies: ["Names"], swiftSettings: settings),
    .testTarget(name: "DigestsTests", dependencies: ["Digests"], swiftSettings: settings),
    .testTarget(name: "DrawingTests", dependencies: ["Drawing"], swiftSettings: settings),
    .testTarget(name: "FeedIngestTests", dependencies: ["FeedIngest", "JSONTree", "Support"], swiftSettings: settings),
    .testTarget(name: "DesignTokensTests", dependencies: ["DesignTokens", "Support"], swiftSettings: settings),
    .testTarget(name: "LayoutTests", dependencies: ["Layout", "Support"], swiftSettings: settings),
    .testTarget(name: "ProofTests", dependencies: ["Proof", "Raster", "Support"], swiftSettings: settings),
    .testTarget(name: "CardsTests", dependencies: ["Cards", "Support"], swiftSettings: settings),
    .testTarget(
      name: "RasterTests", dependencies: ["Raster", "Digests", "Support"], resources: [.copy("Fixtures")],
      swiftSettings: settings),
    .testTarget(
      name: "ExportStoreTests", dependencies: ["ExportStore", "Digests", "Support"], swiftSettings: settings),
    .testTarget(name: "CardTemplatesTests", dependencies: ["CardTemplates", "Support"], swiftSettings: settings),
    .testTarget(name: "SiteTests", dependencies: ["Site", "Digests", "Support"], swiftSettings: settings),
    .testTarget(name: "ServingTests", dependencies: ["Serving", "Support"], swiftSettings: settings),
    .testTarget(
      name: "FeedproofKitTests", dependencies: ["FeedproofKit", "Digests", "Names", "Support"], swiftSettings: settings),
    .testTarget(
      name: "CommandLineTests",
      dependencies: [
        "feedproof", "Support", "Yams", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
