// swift-tools-version: 6.0
import PackageDescription

// The project's own checks treat warnings as errors. Builds by users with a newer compiler must not fail on them.
let strict = Context.environment["FEEDPROOF_STRICT"] == "1"
let settings: [SwiftSetting] = strict ? [.unsafeFlags(["-warnings-as-errors"])] : []
// Modules in which tests spend most of their time are optimized in strict debug builds. That adds seconds to builds and
// saves minutes of testing. Assertions stay on.
let busyInTests: [SwiftSetting] =
  strict ? [.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))] : []
let busySettings = settings + busyInTests
// The launcher's quick build passes -Onone, which comes last; only the frontend's own options still override it. The modules
// in which an export spends its time are optimized all the same (the measurements are in docs/performance.md).
let quick = Context.environment["FEEDPROOF_QUICK"] == "1"
let hotSettings =
  busySettings
  + (quick
    ? [.unsafeFlags(["-Xfrontend", "-O", "-Xfrontend", "-enable-default-cmo"], .when(configuration: .release))] : [])
let busyLoops: [CSetting] = strict ? [.unsafeFlags(["-O2"], .when(configuration: .debug))] : []

let package = Package(
  name: "feedproof",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "feedproof", targets: ["feedproof"]),
    // Libraries for other packages (docs/library.md). docs/public-api.txt lists their public API.
    .library(name: "FeedproofLayout", targets: ["FeedproofLayout"]),
    .library(name: "FeedproofProof", targets: ["FeedproofProof"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.0.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.0.0"),
  ],
  targets: [
    // Layer 1: system libraries and modules without dependencies on other layers.
    .systemLibrary(
      name: "CPangoCairo", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"]), .brew(["pango"])]),
    .systemLibrary(
      name: "CHarfBuzzSubset", pkgConfig: "harfbuzz-subset",
      providers: [.apt(["libharfbuzz-dev"]), .brew(["harfbuzz"])]),
    .systemLibrary(name: "CJPEG", pkgConfig: "libjpeg", providers: [.apt(["libjpeg-dev"]), .brew(["jpeg-turbo"])]),
    .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"]), .brew(["libpng"])]),
    .systemLibrary(name: "CWebP", pkgConfig: "libwebp", providers: [.apt(["libwebp-dev"]), .brew(["webp"])]),
    .systemLibrary(
      name: "CDeflate", pkgConfig: "libdeflate", providers: [.apt(["libdeflate-dev"]), .brew(["libdeflate"])]),
    .systemLibrary(name: "CNettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"]), .brew(["nettle"])]),
    .systemLibrary(name: "CXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]),
    .systemLibrary(
      name: "CArchive", pkgConfig: "libarchive", providers: [.apt(["libarchive-dev"]), .brew(["libarchive"])]),
    .systemLibrary(
      name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"]), .brew(["qrencode"])]),
    .target(name: "CCurl"),
    .target(name: "CFolders"),
    .target(name: "CMarkup", dependencies: ["CXML2"]),
    .target(name: "CImageCodecs", dependencies: ["CJPEG", "CPNG"]),
    // Pixel loops, compiled for several instruction sets.
    .target(name: "CPixelLoops", cSettings: busyLoops),
    .target(name: "CivilTime", swiftSettings: busySettings),
    .target(name: "Diagnostics", swiftSettings: busySettings),
    .target(name: "Digests", dependencies: ["CNettle"], swiftSettings: busySettings),
    .target(name: "Escaping", dependencies: ["Diagnostics"], swiftSettings: busySettings),
    .target(name: "JSONTree", swiftSettings: busySettings),
    .target(name: "Names", swiftSettings: busySettings),
    .target(name: "Drawing", dependencies: ["Names"], swiftSettings: busySettings),
    .target(name: "Pixels", swiftSettings: hotSettings),

    // Layer 2: readers of formats, layout, comparison, and access to files and clocks.
    .target(name: "CheckedSources", dependencies: ["Diagnostics", "JSONTree", "Yams"], swiftSettings: busySettings),
    .target(name: "Files", dependencies: ["CFolders", "Diagnostics", "Names"], swiftSettings: busySettings),
    .target(
      name: "FeedIngest", dependencies: ["CMarkup", "CivilTime", "Diagnostics", "JSONTree", "Names"],
      swiftSettings: settings),
    .target(
      name: "DesignTokens", dependencies: ["CheckedSources", "Diagnostics", "Drawing", "Escaping"],
      swiftSettings: busySettings),
    .target(
      name: "Figma", dependencies: ["CheckedSources", "Diagnostics", "Drawing", "Escaping", "JSONTree"],
      swiftSettings: busySettings),
    .target(name: "Layout", dependencies: ["Drawing"], swiftSettings: busySettings),
    .target(
      name: "Proof", dependencies: ["Diagnostics", "Drawing", "Layout", "Names", "Pixels"],
      swiftSettings: busySettings),
    .target(
      name: "Screens", dependencies: ["CMarkup", "Diagnostics", "Drawing", "JSONTree", "Names", "Pixels", "Proof"],
      swiftSettings: busySettings),
    .target(name: "Prefetching", swiftSettings: settings + busyInTests),
    .target(name: "Timeline", swiftSettings: settings + busyInTests),

    // Libraries for other packages: layout and simulation, and the comparison of images and boxes.
    .target(
      name: "FeedproofLayout", dependencies: ["Drawing", "Layout", "Prefetching", "Timeline"], swiftSettings: settings),
    .target(
      name: "FeedproofProof", dependencies: ["Layout", "Pixels", "Proof"], swiftSettings: settings),

    // Layer 3: view models, the only importer of the C libraries for images and text, run support (progress,
    // interruption, failures, shards), archives and downloads.
    .target(
      name: "Cards", dependencies: ["CivilTime", "Drawing", "FeedIngest", "Names"],
      swiftSettings: settings),
    .target(
      name: "Raster",
      dependencies: [
        "CDeflate", "CHarfBuzzSubset", "CImageCodecs", "CPangoCairo", "CPixelLoops", "CQREncode", "CWebP",
        "CheckedSources", "Diagnostics", "Digests", "Drawing", "Files", "Layout", "Names", "Pixels",
      ],
      swiftSettings: hotSettings),
    .target(name: "Runs", dependencies: ["Diagnostics", "Files"], swiftSettings: settings),
    .target(name: "Archives", dependencies: ["CArchive", "Files"], swiftSettings: settings),
    .target(
      name: "Fetching",
      dependencies: [
        "CCurl", "CivilTime", "Diagnostics", "Digests", "Escaping", "FeedIngest", "Files", "JSONTree", "Names", "Runs",
      ],
      swiftSettings: settings),

    // Layer 4: vector output, card templates, pages, the store of earlier results, the server and output folders.
    .target(
      name: "Vector", dependencies: ["Diagnostics", "Digests", "Drawing", "Escaping", "Pixels", "Raster"],
      swiftSettings: busySettings),
    .target(
      name: "CardTemplates",
      dependencies: [
        "Cards", "CheckedSources", "DesignTokens", "Diagnostics", "Drawing", "Escaping", "Layout", "Names",
      ],
      swiftSettings: busySettings),
    .target(
      name: "Site",
      dependencies: [
        "CivilTime", "Diagnostics", "Digests", "Drawing", "Escaping", "Names", "Prefetching",
        .product(name: "Mustache", package: "swift-mustache"),
      ],
      swiftSettings: busySettings),
    .target(
      name: "ExportStore",
      dependencies: ["Diagnostics", "Digests", "Files", "Site", .product(name: "GRDB", package: "GRDB.swift")],
      swiftSettings: settings),
    .target(name: "Serving", dependencies: ["Diagnostics", "Files", "Names"], swiftSettings: settings),
    .target(
      name: "OutputFolders", dependencies: ["CivilTime", "Diagnostics", "Digests", "Files", "Names"],
      swiftSettings: settings),

    // Layer 5: project settings, feeds on disk, and rendered cards.
    .target(
      name: "Projects",
      dependencies: [
        "Cards", "CheckedSources", "CivilTime", "Diagnostics", "Drawing", "FeedIngest", "Files", "JSONTree", "Names",
        "Prefetching", "Proof",
      ],
      swiftSettings: settings),
    .target(
      name: "ChatIngest",
      dependencies: ["CivilTime", "Diagnostics", "FeedIngest", "JSONTree", "Names"],
      swiftSettings: settings),
    .target(
      name: "FeedSources",
      dependencies: [
        "Archives", "Cards", "ChatIngest", "Diagnostics", "Digests", "FeedIngest", "Files", "Names", "OutputFolders",
        "Projects", "Runs",
      ],
      swiftSettings: settings),
    .target(
      name: "CardDrawing",
      dependencies: [
        "CardTemplates", "Cards", "DesignTokens", "Diagnostics", "Digests", "Drawing", "Escaping", "FeedIngest",
        "FeedSources", "Files", "Layout", "Names", "Pixels", "Prefetching", "Projects", "Raster", "Runs", "Site",
      ],
      swiftSettings: settings),

    // Comparison of loading policies.
    .target(
      name: "PrefetchLab",
      dependencies: [
        "CardDrawing", "Cards", "CheckedSources", "Diagnostics", "Drawing", "Escaping", "FeedIngest", "FeedSources",
        "Files", "Layout", "OutputFolders", "Prefetching", "Projects", "Runs",
      ],
      swiftSettings: settings),

    // Scenes of a scrolling feed, rendered frame by frame.
    .target(
      name: "Filming",
      dependencies: [
        "CardDrawing", "Cards", "CheckedSources", "Diagnostics", "Digests", "Drawing", "FeedIngest", "FeedSources",
        "Files", "Layout", "OutputFolders", "Pixels", "Prefetching", "Projects", "Raster", "Runs", "Timeline",
      ],
      swiftSettings: settings),

    // Sheets, books and single images of cards.
    .target(
      name: "Picturing",
      dependencies: [
        "CardDrawing", "Cards", "CivilTime", "Diagnostics", "Drawing", "FeedIngest", "FeedSources", "Files", "Layout",
        "Names", "Projects", "Raster", "Runs", "Vector",
      ],
      swiftSettings: settings),

    // Layer 6: export and comparison, which don't depend on each other.
    .target(
      name: "Exporting",
      dependencies: [
        "CardDrawing", "Cards", "CivilTime", "Diagnostics", "Digests", "Drawing", "ExportStore", "FeedIngest",
        "FeedSources", "Files", "Layout", "Names", "OutputFolders", "Pixels", "Prefetching", "Projects", "Raster",
        "Runs",
        "Site", "Vector",
      ],
      swiftSettings: settings),
    .target(
      name: "Comparing",
      dependencies: [
        "CardDrawing", "CardTemplates", "Cards", "CheckedSources", "DesignTokens", "Diagnostics", "Digests", "Drawing",
        "Escaping", "FeedIngest", "FeedSources", "Figma", "Files", "Filming", "Layout", "Names", "OutputFolders",
        "Pixels",
        "Projects", "Proof", "Raster", "Runs", "Site", .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: settings),

    // Layer 7: the commands.
    .target(
      name: "FeedproofKit",
      dependencies: [
        "CardDrawing", "CardTemplates", "Cards", "ChatIngest", "CheckedSources", "CivilTime", "Comparing",
        "DesignTokens", "Diagnostics", "Digests", "Drawing", "Escaping", "Exporting", "FeedIngest", "FeedSources",
        "Fetching", "Figma", "Files", "Filming", "Layout", "Names", "OutputFolders", "Picturing", "Pixels",
        "PrefetchLab",
        "Projects", "Proof", "Raster", "Runs", "Screens", "Serving", "Site",
      ],
      swiftSettings: settings + (quick ? [.define("QUICK_BUILD")] : [])),

    // Layer 8: the command-line parser.
    .executableTarget(
      name: "feedproof",
      dependencies: [
        "CivilTime", "Comparing", "Diagnostics", "Exporting", "FeedproofKit", "Fetching", "Files", "Filming",
        "Picturing", "PrefetchLab", "Prefetching", "Projects", "Runs",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),

    // Tests, in the same order.
    .target(
      name: "Support",
      dependencies: [
        "CDeflate", "CardTemplates", "Cards", "Diagnostics", "FeedIngest", "FeedSources", "Files", "Names", "Runs",
      ],
      path: "Tests/Support",
      swiftSettings: settings),
    .testTarget(
      name: "CheckedSourcesTests", dependencies: ["CheckedSources", "Diagnostics"], swiftSettings: settings),
    .testTarget(name: "CivilTimeTests", dependencies: ["CivilTime"], swiftSettings: settings),
    .testTarget(name: "JSONTreeTests", dependencies: ["JSONTree", "Support"], swiftSettings: settings),
    .testTarget(
      name: "PrefetchingTests", dependencies: ["JSONTree", "Prefetching", "Support"], swiftSettings: settings),
    .testTarget(name: "NamesTests", dependencies: ["Names"], swiftSettings: settings),
    .target(
      name: "FuzzTargets",
      dependencies: [
        "Archives", "CMarkup", "CardTemplates", "Cards", "ChatIngest", "CheckedSources", "Comparing", "DesignTokens",
        "Diagnostics",
        "Drawing", "Escaping", "ExportStore", "Exporting", "FeedIngest", "FeedSources", "Files", "Layout",
        "OutputFolders", "Pixels",
        "Projects", "Proof", "Raster", "Runs", "Serving", "Support",
      ],
      path: "Tests/Fuzz/Targets", swiftSettings: settings),
    .testTarget(
      name: "FuzzTests", dependencies: ["Archives", "Files", "FuzzTargets", "Support"], swiftSettings: settings),
    .testTarget(name: "EscapingTests", dependencies: ["Escaping", "FuzzTargets"], swiftSettings: settings),
    .testTarget(name: "DiagnosticsTests", dependencies: ["Diagnostics"], swiftSettings: settings),
    .testTarget(name: "DigestsTests", dependencies: ["Digests"], swiftSettings: settings),
    .testTarget(name: "DrawingTests", dependencies: ["Drawing"], swiftSettings: settings),
    .testTarget(name: "FilesTests", dependencies: ["Diagnostics", "Files", "Support"], swiftSettings: settings),
    .testTarget(
      name: "FeedIngestTests", dependencies: ["Diagnostics", "FeedIngest", "JSONTree", "Names", "Support"],
      swiftSettings: settings),
    .testTarget(
      name: "ChatIngestTests", dependencies: ["ChatIngest", "Diagnostics", "FeedIngest", "JSONTree", "Support"],
      swiftSettings: settings),
    .testTarget(
      name: "DesignTokensTests", dependencies: ["DesignTokens", "Diagnostics", "Drawing", "Support"],
      swiftSettings: settings),
    .testTarget(
      name: "FigmaTests",
      dependencies: ["CardTemplates", "DesignTokens", "Diagnostics", "Drawing", "Figma", "Layout", "Support"],
      swiftSettings: settings),
    .testTarget(name: "LayoutTests", dependencies: ["Drawing", "Layout", "Support"], swiftSettings: settings),
    .testTarget(
      name: "ProofTests", dependencies: ["Diagnostics", "Drawing", "Pixels", "Proof", "Raster", "Support"],
      swiftSettings: settings),
    .testTarget(
      name: "ScreensTests", dependencies: ["Diagnostics", "Drawing", "Pixels", "Proof", "Screens", "Support"],
      swiftSettings: settings),
    .testTarget(name: "FeedproofProofTests", dependencies: ["FeedproofProof"], swiftSettings: settings),
    .testTarget(name: "TimelineTests", dependencies: ["Support", "Timeline"], swiftSettings: settings),
    .testTarget(
      name: "CardsTests", dependencies: ["Cards", "Drawing", "FeedIngest", "JSONTree", "Names", "Support"],
      swiftSettings: settings),
    .testTarget(
      name: "RasterTests",
      dependencies: ["Diagnostics", "Digests", "Drawing", "Files", "Layout", "Names", "Pixels", "Raster", "Support"],
      resources: [.copy("Fixtures")], swiftSettings: settings),
    .testTarget(
      name: "VectorTests", dependencies: ["Drawing", "Pixels", "Raster", "Support", "Vector"], swiftSettings: settings),
    .testTarget(
      name: "ExportStoreTests",
      dependencies: [
        "Digests", "ExportStore", "Files", "Site", "Support", .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "RunsTests", dependencies: ["Diagnostics", "Files", "Runs", "Support"], swiftSettings: settings),
    .testTarget(
      name: "FetchingTests",
      dependencies: ["Diagnostics", "Fetching", "Files", "Runs", "Support"],
      swiftSettings: settings),
    .testTarget(
      name: "CardTemplatesTests",
      dependencies: [
        "CardTemplates", "Cards", "CheckedSources", "DesignTokens", "Diagnostics", "Drawing", "FeedIngest", "Layout",
        "Names", "Support",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "SiteTests",
      dependencies: ["Diagnostics", "Digests", "Drawing", "Exporting", "Names", "Prefetching", "Site", "Support"],
      swiftSettings: settings),
    .testTarget(
      name: "ServingTests", dependencies: ["Diagnostics", "Serving", "Support"], swiftSettings: settings),
    .testTarget(
      name: "OutputFoldersTests",
      dependencies: ["Diagnostics", "Digests", "ExportStore", "Files", "OutputFolders", "Support"],
      swiftSettings: settings),
    .testTarget(
      name: "ProjectsTests",
      dependencies: [
        "CheckedSources", "Diagnostics", "Drawing", "FeedIngest", "Files", "JSONTree", "Prefetching", "Projects",
        "Support",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "FeedSourcesTests",
      dependencies: [
        "Archives", "Diagnostics", "FeedIngest", "FeedSources", "Files", "Names", "Projects", "Runs", "Support",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "CardDrawingTests",
      dependencies: [
        "CardDrawing", "Cards", "Diagnostics", "Digests", "Drawing", "FeedIngest", "FeedSources", "Files", "Names",
        "Pixels",
        "Projects", "Raster", "Runs", "Support",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "FilmingTests",
      dependencies: [
        "Diagnostics", "Drawing", "FeedSources", "Files", "Filming", "Layout", "Pixels", "Prefetching", "Projects",
        "Runs",
        "Support", "Timeline",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "PicturingTests", dependencies: ["CivilTime", "Drawing", "Layout", "Picturing"], swiftSettings: settings),
    .testTarget(
      name: "PrefetchLabTests",
      dependencies: ["Diagnostics", "Files", "PrefetchLab", "Prefetching", "Projects", "Runs", "Support"],
      swiftSettings: settings),
    .testTarget(
      name: "ExportingTests",
      dependencies: [
        "CardDrawing", "Cards", "Diagnostics", "Drawing", "ExportStore", "Exporting", "FeedIngest", "FeedSources",
        "Files", "Layout", "Names", "OutputFolders", "Projects", "Runs", "Site", "Support",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "ComparingTests",
      dependencies: [
        "CardDrawing", "Comparing", "DesignTokens", "Diagnostics", "Digests", "Drawing", "Figma", "Files", "Filming",
        "OutputFolders", "Pixels", "Projects", "Proof", "Runs", "Site", "Support",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "FeedproofKitTests",
      dependencies: [
        "CardDrawing", "Cards", "Comparing", "Diagnostics", "Exporting", "FeedIngest", "FeedSources", "FeedproofKit",
        "Files", "Projects", "Runs", "Support",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "CommandLineTests",
      dependencies: [
        "CardDrawing", "Comparing", "Exporting", "FeedSources", "FeedproofKit", "Files", "OutputFolders", "Projects",
        "Runs", "Support", "Yams", "feedproof", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),

    // Benchmarks: the cost of an export compared with the minimum cost of its images.
    .systemLibrary(
      name: "CPixman", path: "Benchmarks/CPixman", pkgConfig: "pixman-1",
      providers: [.apt(["libpixman-1-dev"]), .brew(["pixman"])]),
    .target(name: "Floor", dependencies: ["CJPEG", "CPixman", "CDeflate"], path: "Benchmarks/Floor"),
    .executableTarget(
      name: "feedproof-benchmark",
      dependencies: [
        "CImageCodecs", "CardDrawing", "Cards", "Digests", "Drawing", "Exporting", "FeedIngest",
        "FeedSources", "Files", "Floor", "Layout", "Pixels", "Prefetching", "Projects", "Proof", "Raster", "Runs",
        "Support", "Timeline",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Benchmarks/Sources", swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)

// The fuzzing program has no `main`; libFuzzer supplies it. It therefore builds only with the fuzzer's sanitizer.
if Context.environment["FEEDPROOF_FUZZ"] == "1" {
  package.products.append(.executable(name: "feedproof-fuzz", targets: ["feedproof-fuzz"]))
  package.targets.append(
    .executableTarget(
      name: "feedproof-fuzz", dependencies: ["FuzzTargets", "Support"], path: "Tests/Fuzz/Driver",
      swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])]))
}
