// swift-tools-version: 6.0
import PackageDescription

// The project's own checks treat warnings as errors. Builds by users with a newer compiler must not fail on them.
let strict = Context.environment["FEEDPROOF_STRICT"] == "1"
let settings: [SwiftSetting] = strict ? [.unsafeFlags(["-warnings-as-errors"])] : []
// The build for tests isn't optimized either, but for modules in which tests spend most of their time: that adds seconds to
// the build and saves minutes of testing. Assertions stay on.
let testing = Context.environment["FEEDPROOF_TESTING"] == "1"
let optimized: [SwiftSetting] = [.unsafeFlags(["-Xfrontend", "-O"])]
let busyInTests = testing ? optimized + [.unsafeFlags(["-assert-config", "Debug"])] : []
let busySettings = settings + busyInTests
// The launcher's quick build passes -Onone, which comes last; only the frontend's own options still override it. The module in
// which an export spends its time is optimized all the same (the measurements are in docs/performance.md).
let quick = Context.environment["FEEDPROOF_QUICK"] == "1"
let inlined: [SwiftSetting] = [.unsafeFlags(["-Xfrontend", "-enable-default-cmo"])]
let hotSettings = busySettings + (quick ? optimized + inlined : [])
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
    // System libraries and C modules.
    .systemLibrary(
      name: "CPangoCairo", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"]), .brew(["pango"])]),
    .systemLibrary(
      name: "CHarfBuzzSubset", pkgConfig: "harfbuzz-subset",
      providers: [.apt(["libharfbuzz-dev"]), .brew(["harfbuzz"])]),
    .systemLibrary(name: "CJPEG", pkgConfig: "libjpeg", providers: [.apt(["libjpeg-dev"]), .brew(["jpeg-turbo"])]),
    .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"]), .brew(["libpng"])]),
    .systemLibrary(name: "CWebP", pkgConfig: "libwebpdemux", providers: [.apt(["libwebp-dev"]), .brew(["webp"])]),
    .systemLibrary(name: "CLCMS2", pkgConfig: "lcms2", providers: [.apt(["liblcms2-dev"]), .brew(["little-cms2"])]),
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

    // Foundations: diagnostics, values, formats and access to files.
    .target(name: "Diagnostics", swiftSettings: settings),
    .target(name: "Basics", swiftSettings: busySettings),
    .target(name: "Drawing", dependencies: ["Basics"], swiftSettings: busySettings),
    .target(name: "DataFormats", dependencies: ["Diagnostics", "Yams"], swiftSettings: busySettings),
    .target(
      name: "Files", dependencies: ["Basics", "CArchive", "CFolders", "CNettle", "Diagnostics"],
      swiftSettings: busySettings),

    // Layout and comparison without files or clocks, also as libraries for other packages.
    .target(name: "Layout", dependencies: ["Drawing"], swiftSettings: busySettings),
    .target(
      name: "ImageComparison", dependencies: ["Basics", "Diagnostics", "Drawing", "Layout"], swiftSettings: busySettings
    ),
    .target(name: "Prefetching", swiftSettings: settings),
    .target(name: "Timeline", swiftSettings: busySettings),
    .target(
      name: "FeedproofLayout", dependencies: ["Drawing", "Layout", "Prefetching", "Timeline"], swiftSettings: settings),
    .target(name: "FeedproofProof", dependencies: ["Basics", "ImageComparison", "Layout"], swiftSettings: settings),

    // Feeds, chats and their view models; tokens and templates of cards.
    .target(
      name: "FeedReading", dependencies: ["Basics", "CMarkup", "DataFormats", "Diagnostics"], swiftSettings: settings),
    .target(name: "Cards", dependencies: ["Basics", "Drawing", "FeedReading"], swiftSettings: settings),
    .target(
      name: "DesignTokens", dependencies: ["DataFormats", "Diagnostics", "Drawing"], swiftSettings: settings),
    .target(
      name: "CardTemplates",
      dependencies: ["Basics", "Cards", "DataFormats", "DesignTokens", "Diagnostics", "Drawing", "Layout"],
      swiftSettings: busySettings),

    // Images and text (the only importer of their C libraries), pages, run support, output folders and downloads.
    .target(
      name: "Raster",
      dependencies: [
        "Basics", "CDeflate", "CHarfBuzzSubset", "CImageCodecs", "CLCMS2", "CPangoCairo", "CPixelLoops", "CQREncode",
        "CWebP", "DataFormats", "Diagnostics", "Drawing", "Files", "Layout",
      ], swiftSettings: hotSettings),
    .target(
      name: "Site",
      dependencies: [
        "Basics", "DataFormats", "Diagnostics", "Drawing", "Files", "Prefetching",
        .product(name: "Mustache", package: "swift-mustache"),
      ], swiftSettings: busySettings),
    .target(name: "RunSupport", dependencies: ["Diagnostics", "Files"], swiftSettings: settings),
    .target(name: "OutputTransactions", dependencies: ["Basics", "Diagnostics", "Files"], swiftSettings: settings),
    .target(
      name: "Fetching",
      dependencies: ["Basics", "CCurl", "DataFormats", "Diagnostics", "FeedReading", "Files", "RunSupport"],
      swiftSettings: settings),

    // Project settings, feeds on disk, and rendered cards.
    .target(
      name: "Projects",
      dependencies: [
        "Basics", "Cards", "DataFormats", "Diagnostics", "Drawing", "FeedReading", "Files", "ImageComparison",
        "Prefetching", "RunSupport",
      ], swiftSettings: settings),
    .target(
      name: "FeedSources",
      dependencies: [
        "Basics", "Cards", "Diagnostics", "FeedReading", "Files", "OutputTransactions", "Projects", "RunSupport",
      ], swiftSettings: settings),
    .target(
      name: "CardRendering",
      dependencies: [
        "Basics", "CardTemplates", "Cards", "DataFormats", "DesignTokens", "Diagnostics", "Drawing", "FeedReading",
        "FeedSources", "Files", "ImageComparison", "Layout", "Prefetching", "Projects", "Raster", "RunSupport", "Site",
      ], swiftSettings: settings),

    // Features, each with its runs. A feature uses only features above it.
    .target(
      name: "Filming",
      dependencies: [
        "Basics", "CardRendering", "Cards", "DataFormats", "Diagnostics", "Drawing", "FeedReading", "FeedSources",
        "Files", "Layout", "OutputTransactions", "Prefetching", "Projects", "Raster", "RunSupport", "Timeline",
      ], swiftSettings: settings),
    .target(
      name: "PrefetchLab",
      dependencies: [
        "CardRendering", "Cards", "DataFormats", "Diagnostics", "Drawing", "FeedReading", "FeedSources", "Files",
        "Layout", "OutputTransactions", "Prefetching", "Projects", "RunSupport",
      ], swiftSettings: settings),
    .target(
      name: "Documents",
      dependencies: [
        "Basics", "CardRendering", "Cards", "DataFormats", "Diagnostics", "Drawing", "FeedReading", "FeedSources",
        "Files", "Layout", "Projects", "Raster", "RunSupport",
      ], swiftSettings: settings),
    .target(
      name: "Export",
      dependencies: [
        "Basics", "CardRendering", "Cards", "Diagnostics", "Documents", "Drawing", "FeedReading", "FeedSources",
        "Files", "Layout", "OutputTransactions", "Prefetching", "Projects", "Raster", "RunSupport", "Site",
        .product(name: "GRDB", package: "GRDB.swift"),
      ], swiftSettings: settings),
    .target(
      name: "Figma",
      dependencies: [
        "Basics", "CardRendering", "CardTemplates", "Cards", "DataFormats", "DesignTokens", "Diagnostics", "Drawing",
        "Fetching", "Files", "ImageComparison", "OutputTransactions", "Projects", "RunSupport",
      ], swiftSettings: settings),
    .target(
      name: "ImageFolders",
      dependencies: [
        "Basics", "DataFormats", "Diagnostics", "Files", "ImageComparison", "OutputTransactions", "Projects", "Raster",
        "RunSupport",
      ], swiftSettings: settings),
    .target(
      name: "Comparison",
      dependencies: [
        "Basics", "CardRendering", "CardTemplates", "Cards", "DataFormats", "DesignTokens", "Diagnostics", "Drawing",
        "FeedReading", "FeedSources", "Figma", "Files", "Filming", "ImageComparison", "ImageFolders", "Layout",
        "OutputTransactions", "Projects", "Raster", "RunSupport", "Site",
        .product(name: "GRDB", package: "GRDB.swift"),
      ], swiftSettings: settings),
    .target(
      name: "AppScreens",
      dependencies: [
        "Basics", "CMarkup", "CardRendering", "Comparison", "DataFormats", "Diagnostics", "Drawing", "FeedReading",
        "FeedSources", "Files", "ImageComparison", "Projects", "Raster", "RunSupport",
      ], swiftSettings: settings),
    .target(
      name: "ProjectSetup",
      dependencies: [
        "CardRendering", "CardTemplates", "Cards", "DataFormats", "Diagnostics", "Export", "FeedReading", "FeedSources",
        "Files", "OutputTransactions", "Projects", "RunSupport",
      ], swiftSettings: settings),
    .target(
      name: "Server",
      dependencies: [
        "AppScreens", "Basics", "CardRendering", "Comparison", "DataFormats", "Diagnostics", "Documents", "Drawing",
        "Export", "FeedReading", "FeedSources", "Files", "OutputTransactions", "Projects", "RunSupport", "Site",
      ], swiftSettings: settings),

    // The command line: parses arguments and starts the runs of features.
    .executableTarget(
      name: "feedproof",
      dependencies: [
        "AppScreens", "Basics", "CardRendering", "Comparison", "DataFormats", "Diagnostics", "Documents", "Drawing",
        "Export", "FeedReading", "FeedSources", "Fetching", "Figma", "Files", "Filming", "ImageComparison",
        "ImageFolders", "OutputTransactions", "PrefetchLab", "Prefetching", "ProjectSetup", "Projects", "Raster",
        "RunSupport",
        "Server", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], swiftSettings: settings + (quick ? [.define("QUICK_BUILD")] : testing ? [.define("TEST_BUILD")] : [])),

    // Tests, in the same order.
    .target(
      name: "Support",
      dependencies: [
        "Basics", "CDeflate", "CardTemplates", "Cards", "Diagnostics", "FeedReading", "FeedSources", "Files",
        "RunSupport",
      ], path: "Tests/Support", swiftSettings: settings),
    .target(
      name: "FuzzTargets",
      dependencies: [
        "Basics", "CMarkup", "CardTemplates", "Cards", "Comparison", "DataFormats", "DesignTokens", "Diagnostics",
        "Drawing", "Export", "FeedReading", "FeedSources", "Files", "ImageComparison", "Layout", "OutputTransactions",
        "Projects", "Raster", "RunSupport", "Server", "Support",
      ], path: "Tests/Fuzz/Targets", swiftSettings: settings),
    .testTarget(name: "DiagnosticsTests", dependencies: ["Diagnostics"], swiftSettings: settings),
    .testTarget(name: "BasicsTests", dependencies: ["Basics"], swiftSettings: settings),
    .testTarget(name: "DrawingTests", dependencies: ["Drawing"], swiftSettings: settings),
    .testTarget(
      name: "DataFormatsTests", dependencies: ["DataFormats", "Diagnostics", "FuzzTargets", "Support"],
      swiftSettings: settings),
    .testTarget(name: "FilesTests", dependencies: ["Diagnostics", "Files", "Support"], swiftSettings: settings),
    .testTarget(name: "FuzzTests", dependencies: ["Files", "FuzzTargets", "Support"], swiftSettings: settings),
    .testTarget(name: "LayoutTests", dependencies: ["Drawing", "Layout", "Support"], swiftSettings: settings),
    .testTarget(
      name: "ImageComparisonTests",
      dependencies: ["Basics", "Diagnostics", "Drawing", "ImageComparison", "Raster", "Support"],
      swiftSettings: settings),
    .testTarget(
      name: "PrefetchingTests", dependencies: ["DataFormats", "Prefetching", "Support"], swiftSettings: settings),
    .testTarget(name: "TimelineTests", dependencies: ["Support", "Timeline"], swiftSettings: settings),
    .testTarget(name: "FeedproofProofTests", dependencies: ["FeedproofProof"], swiftSettings: settings),
    .testTarget(
      name: "FeedReadingTests", dependencies: ["Basics", "DataFormats", "Diagnostics", "FeedReading", "Support"],
      swiftSettings: settings),
    .testTarget(
      name: "CardsTests", dependencies: ["Basics", "Cards", "DataFormats", "Drawing", "FeedReading", "Support"],
      swiftSettings: settings),
    .testTarget(
      name: "DesignTokensTests", dependencies: ["DesignTokens", "Diagnostics", "Drawing", "Support"],
      swiftSettings: settings),
    .testTarget(
      name: "CardTemplatesTests",
      dependencies: [
        "Basics", "CardTemplates", "Cards", "DataFormats", "DesignTokens", "Diagnostics", "Drawing", "FeedReading",
        "Layout", "Support",
      ], swiftSettings: settings),
    .testTarget(
      name: "RasterTests", dependencies: ["Basics", "Diagnostics", "Drawing", "Files", "Layout", "Raster", "Support"],
      resources: [.copy("Fixtures")], swiftSettings: settings),
    .testTarget(
      name: "SiteTests",
      dependencies: ["Basics", "Diagnostics", "Drawing", "Export", "Files", "Prefetching", "Site", "Support"],
      swiftSettings: settings),
    .testTarget(
      name: "RunSupportTests", dependencies: ["Diagnostics", "Files", "RunSupport", "Support"], swiftSettings: settings),
    .testTarget(
      name: "OutputTransactionsTests",
      dependencies: ["Diagnostics", "Export", "Files", "OutputTransactions", "Support"], swiftSettings: settings),
    .testTarget(
      name: "FetchingTests", dependencies: ["Diagnostics", "Fetching", "Files", "RunSupport", "Support"],
      swiftSettings: settings),
    .testTarget(
      name: "ProjectsTests",
      dependencies: [
        "DataFormats", "Diagnostics", "Drawing", "FeedReading", "Files", "Prefetching", "Projects", "Support",
      ], swiftSettings: settings),
    .testTarget(
      name: "FeedSourcesTests",
      dependencies: [
        "Basics", "Diagnostics", "FeedReading", "FeedSources", "Files", "Projects", "RunSupport", "Support",
      ], swiftSettings: settings),
    .testTarget(
      name: "CardRenderingTests",
      dependencies: [
        "Basics", "CardRendering", "Cards", "Diagnostics", "Drawing", "FeedReading", "FeedSources", "Files", "Projects",
        "Raster", "RunSupport", "Support",
      ], swiftSettings: settings),
    .testTarget(
      name: "FilmingTests",
      dependencies: [
        "Basics", "Diagnostics", "Drawing", "FeedSources", "Files", "Filming", "Layout", "Prefetching", "Projects",
        "RunSupport", "Support", "Timeline",
      ], swiftSettings: settings),
    .testTarget(
      name: "PrefetchLabTests",
      dependencies: ["Diagnostics", "Files", "PrefetchLab", "Prefetching", "Projects", "RunSupport", "Support"],
      swiftSettings: settings),
    .testTarget(
      name: "DocumentsTests", dependencies: ["Basics", "Documents", "Drawing", "Layout", "Raster", "Support"],
      swiftSettings: settings),
    .testTarget(
      name: "ExportTests",
      dependencies: [
        "Basics", "CardRendering", "Cards", "Diagnostics", "Drawing", "Export", "FeedReading", "FeedSources", "Files",
        "Layout", "OutputTransactions", "Projects", "RunSupport", "Site", "Support",
        .product(name: "GRDB", package: "GRDB.swift"),
      ], swiftSettings: settings),
    .testTarget(
      name: "FigmaTests",
      dependencies: [
        "CardTemplates", "DesignTokens", "Diagnostics", "Drawing", "Figma", "ImageComparison", "Layout", "Projects",
        "Support",
      ], swiftSettings: settings),
    .testTarget(
      name: "ImageFoldersTests", dependencies: ["Diagnostics", "ImageFolders", "Support"], swiftSettings: settings),
    .testTarget(
      name: "ComparisonTests",
      dependencies: [
        "Basics", "CardRendering", "Comparison", "DesignTokens", "Diagnostics", "Drawing", "Files", "Filming",
        "ImageComparison", "ImageFolders", "OutputTransactions", "Projects", "RunSupport", "Site", "Support",
      ], swiftSettings: settings),
    .testTarget(
      name: "AppScreensTests",
      dependencies: ["AppScreens", "Basics", "Diagnostics", "Drawing", "ImageComparison", "Support"],
      swiftSettings: settings),
    .testTarget(
      name: "ProjectSetupTests", dependencies: ["ProjectSetup", "Projects", "Server"], swiftSettings: settings),
    .testTarget(
      name: "ServerTests",
      dependencies: ["Comparison", "Diagnostics", "Export", "Files", "Projects", "RunSupport", "Server", "Support"],
      swiftSettings: settings),
    .testTarget(
      name: "CommandLineTests",
      dependencies: [
        "AppScreens", "CardRendering", "CardTemplates", "Cards", "Comparison", "DataFormats", "Diagnostics", "Export",
        "FeedReading", "FeedSources", "Files", "ImageFolders", "OutputTransactions", "ProjectSetup", "Projects",
        "RunSupport", "Support", "Yams", "feedproof",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], swiftSettings: settings),

    // Benchmarks: the cost of an export compared with the minimum cost of its images.
    .systemLibrary(
      name: "CPixman", path: "Benchmarks/CPixman", pkgConfig: "pixman-1",
      providers: [.apt(["libpixman-1-dev"]), .brew(["pixman"])]),
    .target(name: "Floor", dependencies: ["CJPEG", "CPixman", "CDeflate"], path: "Benchmarks/Floor"),
    .executableTarget(
      name: "feedproof-benchmark",
      dependencies: [
        "Basics", "CImageCodecs", "CardRendering", "Cards", "Drawing", "Export", "FeedReading", "FeedSources", "Files",
        "Floor", "ImageComparison", "Layout", "Prefetching", "Projects", "Raster", "RunSupport", "Support", "Timeline",
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
