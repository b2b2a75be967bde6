import Basics
import Comparison
import Diagnostics
import Drawing
import Files
import Foundation
import Projects
import RunSupport

/// `feedproof compare --screens`: compares an app's screens with the cards of a project.
package struct ScreensRun {
  let project: Project
  let environment: Environment
  /// The folder with hierarchies and their screenshots, or screenshots alone. Subfolders are searched too.
  let folder: URL
  let report: (Diagnostic) -> Void

  package init(project: Project, environment: Environment, folder: URL, report: @escaping (Diagnostic) -> Void) {
    self.project = project
    self.environment = environment
    self.folder = folder
    self.report = report
  }

  /// The results for output, and as cases of a review.
  package struct Outcome {
    /// The findings for standard output.
    package var shown: DisplayedScreens
    /// The findings as cases of a review.
    package var review: CompareOutcome
  }

  /// A file found in the folder. Files are read one at a time, since a folder may contain any number.
  private struct ScreenFileSet {
    /// The path in the folder without the extension, unless several files share it.
    var name: String
    var file: URL
    var isPictureAlone: Bool
  }

  /// A screen compared with the cards, with the state of each card on it.
  private struct ScreenResult {
    var screen: AppScreen
    var report: ScreenReport
    var states: [Int]
    var width: Int
    var theme = ScreenTheme(index: 0, evidence: .none)
    /// The reason nothing was compared.
    var note: String?

    var factCount: Int { report.cards.reduce(0) { $0 + $1.findings.reduce(0) { $0 + $1.facts.count } } }
  }

  /// - Throws: `RunFailure`, also if the folder contains no hierarchy and no screenshot.
  package func run(into run: ScreenComparisonRun) async throws -> Outcome {
    let rules = try ScreenRules.find(in: [folder, project.folder], environment: environment)
    let screens = try findScreens()
    let feed = try ScreenCards(of: project, environment: environment, report: report)
    let theme = try rules.theme(among: feed.themeNames)
    var shown: [DisplayedScreens.Screen] = []
    var waiting: [() throws -> RendererCard] = []
    for found in screens {
      let name = environment.shownPath(found.file)
      let judged: ScreenResult
      do {
        let told = theme ?? ScreenTheme.named(in: found.name, among: feed.themeNames)
        judged = try judge(found, feed, told, rules)
      } catch let fault as Diagnostic {
        waiting.append {
          var card = RendererCard(id: found.name, post: found.name, width: 0, scale: 1, theme: "")
          card.fault = fault.located(in: name)
          return card
        }
        continue
      }
      judged.screen.diagnostics.forEach { report($0.located(in: name)) }
      // With a single theme there is nothing to report.
      let themes = feed.themeNames
      let own = themes.count > 1 && !judged.report.cards.isEmpty ? judged.theme : nil
      shown.append(
        DisplayedScreens.Screen(
          name, judged.screen, judged.report,
          theme: own.map { DisplayedScreens.Theme(name: themes[$0.index], evidence: $0.evidence) }, note: judged.note))
      if judged.report.cards.isEmpty {
        let why = [judged.note].compactMap { $0 } + judged.report.unknown.map(\.text)
        waiting.append { unknown(found.name, why) }
      }
      let picture = found.isPictureAlone ? found.file : ScreenFile.pictureBeside(found.file)
      let shot = Screenshot(of: judged.screen, judged.report, file: picture)
      let (width, theme) = (judged.width, judged.theme.index)
      for (card, state) in zip(judged.report.cards, judged.states) {
        waiting.append {
          try feed.shown(card, as: "\(found.name)/\(card.card)", state: state, width: width, theme: theme, on: shot)
        }
      }
    }
    // Reversed, so that each finished card can be popped and released. A screen's last card also releases its
    // screenshot.
    waiting.reverse()
    let review = try await run.run { try waiting.popLast()?() }
    return Outcome(shown: DisplayedScreens(screens: shown), review: review)
  }

  private func unknown(_ name: String, _ why: [String]) -> RendererCard {
    var card = RendererCard(id: name, post: name, width: 0, scale: 1, theme: "")
    card.unknown = why
    return card
  }

  // MARK: Screens

  private func findScreens() throws -> [ScreenFileSet] {
    let shown = environment.shownPath(folder)
    var paths: [RelativePath] = []
    var pictures: [RelativePath] = []
    do {
      try FileTree(folder.path).walk { path, step in
        // Skip hidden files and names that can't be case names: they belong to tools.
        guard case .file = step, let path = RelativePath(bytes: path.bytes) else { return }
        let url = URL(fileURLWithPath: path.text)
        let isPicture = ScreenFile.pictureEndings.contains(url.pathExtension.lowercased())
        if isPicture, !ScreenFile.isAnnotated(path.text) { pictures.append(path) }
        let isScreen = ScreenFile.endings.contains(url.pathExtension.lowercased())
        if isScreen, url.lastPathComponent != ScreenRules.fileName { paths.append(path) }
      }
    } catch let error as FileError {
      throw RunFailure(stopping: error.unreadable(as: shown))
    }
    let described = Set(paths.map { ScreenFile.stem($0.text) })
    let alone = Set(pictures.filter { !described.contains(ScreenFile.stem($0.text)) })
    paths += alone
    guard !paths.isEmpty else { throw RunFailure(stopping: Diagnostic(ShowIssue.noScreens, at: Place(file: shown))) }
    paths.sort { naturallyPrecedes($0.text, $1.text) }
    let stems = Dictionary(grouping: paths.map(\.text), by: ScreenFile.stem)
    return paths.map { path in
      let file = folder.appendingPathComponent(path.text)
      let stem = ScreenFile.stem(path.text)
      let name = stems[stem]?.count == 1 ? stem : path.text
      return ScreenFileSet(name: name, file: file, isPictureAlone: alone.contains(path))
    }
  }

  // MARK: Cards

  /// - Parameter told: The screen's theme if it is known. Nil detects it.
  /// - Throws: `Diagnostic` if a file can't be read or a card can't be rendered.
  private func judge(
    _ found: ScreenFileSet, _ feed: ScreenCards, _ told: ScreenTheme?, _ rules: ScreenRules
  ) throws -> ScreenResult {
    if found.isPictureAlone { return try judgePicture(found.file, feed, told, rules) }
    let screen = try ScreenFile.read(found.file, picture: nil)
    guard let width = width(of: screen) else {
      let note = otherWidth((screen.bounds?.width ?? 0) * (screen.pointsPerUnit ?? 1))
      return ScreenResult(screen: screen, report: ScreenReport(cards: []), states: [], width: 0, note: note)
    }
    let judged = try (told.map { [$0] } ?? feed.themeNames.indices.map { ScreenTheme(index: $0, evidence: .none) }).map
    {
      let (report, states) = compare(screen, try feed.layouts(width: width, theme: $0.index), rules)
      return ScreenResult(screen: screen, report: report, states: states, width: width, theme: $0)
    }
    return try nearest(of: judged, to: ScreenFile.pictureBeside(found.file), feed)
  }

  /// Picks the theme whose cards explain the screen with the fewest differences. If several are equal, for example
  /// because the file has no colors, the screenshot decides.
  private func nearest(of judged: [ScreenResult], to picture: URL?, _ feed: ScreenCards) throws -> ScreenResult {
    let least = judged.map(\.factCount).min()
    let open = judged.filter { $0.factCount == least }
    guard judged.count > 1, var best = open.first else { return judged[0] }
    if open.count < judged.count { best.theme.evidence = .colors }
    if open.count > 1, let picture = picture.flatMap({ try? ScreenFile.picture($0) }),
      let theme = try feed.nearestTheme(to: picture), let found = open.first(where: { $0.theme.index == theme })
    {
      best = found
      best.theme.evidence = .colors
    }
    return best
  }

  /// Common screen densities, in pixels per point.
  private static let scales = [1, 1.5, 2, 2.625, 2.75, 3, 3.5, 4]

  /// Compares a screenshot with cards at each width of the project that gives it a common density. The width with the
  /// most matched parts wins.
  private func judgePicture(
    _ file: URL, _ feed: ScreenCards, _ told: ScreenTheme?, _ rules: ScreenRules
  ) throws -> ScreenResult {
    let picture = try ScreenFile.picture(file)
    let theme =
      try told ?? feed.nearestTheme(to: picture).map { ScreenTheme(index: $0, evidence: .colors) }
      ?? ScreenTheme(index: 0, evidence: .none)
    var best: ScreenResult?
    for width in project.widths {
      let exact = Double(picture.width) / Double(width)
      guard let scale = Self.scales.first(where: { abs(exact / $0 - 1) < 0.004 }) else { continue }
      let drawn = try feed.seen(width: width, scale: min(3, Int(scale.rounded(.up))), theme: theme.index)
      let comparison = ScreenComparison(cards: [], map: rules.map, judge: rules.judge)
      let (screen, report, chosen) = comparison.compare(VisualScreen(picture, scale: exact), drawn.map(\.card))
      let judged = ScreenResult(
        screen: screen, report: report, states: chosen.map { drawn[$0].state }, width: width,
        theme: theme)
      if best.map({ $0.report.pairCount < report.pairCount }) ?? true { best = judged }
    }
    if let best { return best }
    let screen = AppScreen(pictureOf: Size(width: Double(picture.width), height: Double(picture.height)))
    let note =
      "the screenshot is \(picture.width) px wide, but cards are drawn at "
      + "\(project.widths.map(String.init).joined(separator: ", ")) pt: set --widths to the screen's width in points"
    return ScreenResult(screen: screen, report: ScreenReport(cards: []), states: [], width: 0, note: note)
  }

  /// The project's width that matches the screen. Nil if none does.
  private func width(of screen: AppScreen) -> Int? {
    guard let bounds = screen.bounds else { return project.widths.first }
    guard let points = screen.pointsPerUnit else {
      // The file gives pixels of unknown density: prefer the width that results in the most plausible scale.
      return project.widths.min { rest(bounds.width / Double($0)) < rest(bounds.width / Double($1)) }
    }
    return project.widths.first { abs(Double($0) - bounds.width * points) <= 1 }
  }

  private func rest(_ scale: Double) -> Double { abs(scale * 8 - (scale * 8).rounded()) }

  private func otherWidth(_ width: Double) -> String {
    let drawn = project.widths.map(String.init).joined(separator: ", ")
    let points = Int(saturating: width.rounded())
    return "the screen is \(points) pt wide, but cards are drawn at \(drawn): pass --widths \(points)"
  }

  /// Compares a screen with the cards in both states. For each card, the state with fewer findings wins.
  ///
  /// - Returns: The report with the state index of each card.
  private func compare(
    _ screen: AppScreen, _ states: [[ScreenCard]], _ rules: ScreenRules
  ) -> (ScreenReport, states: [Int]) {
    let reports = states.map { ScreenComparison(cards: $0, map: rules.map, judge: rules.judge).compare(screen) }
    guard var best = reports.first else { return (ScreenReport(cards: []), []) }
    var chosen = best.cards.map { _ in 0 }
    for (state, other) in reports.enumerated().dropFirst() {
      if best.cards.isEmpty { (best, chosen) = (other, other.cards.map { _ in state }) }
      for (index, card) in best.cards.enumerated() {
        if let same = other.cards.first(where: { $0.card == card.card }), same.findings.count < card.findings.count {
          (best.cards[index], chosen[index]) = (same, state)
        }
      }
    }
    return (best, chosen)
  }
}
