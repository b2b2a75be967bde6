import CardDrawing
import Comparing
import Diagnostics
import FeedSources
import Files
import Foundation
import Projects
import Proof
import Runs
import Screens

/// `feedproof compare --screens`: what an app's screens show, held against the cards of a project. Nothing is drawn: the
/// cards are laid out.
struct ScreensRun {
  let project: Project
  let environment: Environment
  /// Where the screens are: hierarchies, with their pictures beside them.
  let folder: URL
  let report: (Diagnostic) -> Void

  /// - Throws: `RunFailure`, also where there is no hierarchy in the folder, or one can't be read.
  func run() throws -> ShownScreens {
    let rules = try ScreenRules.find(in: [folder, project.folder], environment: environment)
    let screens = try readScreens()
    let layouts = try layOut()
    return ShownScreens(
      screens: screens.map { name, screen in
        let width = width(of: screen)
        guard let width else {
          return ShownScreens.Screen(name, screen, ScreenReport(cards: []), note: otherWidth(screen))
        }
        return ShownScreens.Screen(name, screen, compare(screen, layouts[width] ?? [], rules), note: nil)
      })
  }

  // MARK: Screens

  private func readScreens() throws -> [(name: String, screen: Screens.Screen)] {
    let shown = environment.shownPath(folder)
    let names: [String]
    do throws(FileError) {
      names = try FileSystem.names(in: folder)
    } catch {
      throw RunFailure(stopping: error.unreadable(as: shown))
    }
    let files = names.map { folder.appendingPathComponent($0) }.filter {
      ScreenFile.endings.contains($0.pathExtension.lowercased()) && $0.lastPathComponent != ScreenRules.fileName
    }
    guard !files.isEmpty else { throw RunFailure(stopping: Diagnostic(ShowIssue.noScreens, at: Place(file: shown))) }
    var screens: [(String, Screens.Screen)] = []
    var failures: [Diagnostic] = []
    for file in files {
      let name = environment.shownPath(file)
      do {
        let screen = try ScreenFile.read(file, picture: nil)
        screen.diagnostics.forEach { report($0.located(in: name)) }
        screens.append((name, screen))
      } catch let diagnostic as Diagnostic {
        failures.append(diagnostic.located(in: name))
      }
    }
    guard failures.isEmpty else { throw RunFailure(failures) }
    return screens
  }

  // MARK: Cards

  /// Of each width, what each post looks like first, and what it looks like with all of its text.
  private func layOut() throws -> [Int: [[ScreenCard]]] {
    let files = FeedFiles.find(of: project)
    let source: FeedSource
    do {
      source = try FeedSource.open(files, showsChats: true) { report($0) }
    } catch {
      throw RunFailure(stopping: error)
    }
    let renderer = try CardRenderer(project: project, files: files, facts: source.facts, environment: environment)
    let theme = renderer.design.themes[0]
    var layouts: [Int: [[ScreenCard]]] = [:]
    for width in project.widths { layouts[width] = [[], []] }
    let posts = source.posts()
    while let post = try posts.nextPlaced() {
      let card = renderer.card(for: post, in: theme)
      for width in project.widths {
        let states = try renderer.states(of: card, in: theme, screen: width)
        for (index, layout) in [states.initial.layout, states.expanded].enumerated() {
          let record = LayoutRecord(layout) { _ in "photo" }
          layouts[width]?[index].append(ScreenCard(name: post.id, layout: record))
        }
      }
    }
    return layouts
  }

  /// The width that the screen was drawn at; nil where the project draws none such.
  private func width(of screen: Screens.Screen) -> Int? {
    guard let bounds = screen.bounds else { return project.widths.first }
    guard let points = screen.pointsPerUnit else {
      // Pixels of an unknown density: the widths are as likely as the scales that follow.
      return project.widths.min { rest(bounds.width / Double($0)) < rest(bounds.width / Double($1)) }
    }
    return project.widths.first { abs(Double($0) - bounds.width * points) <= 1 }
  }

  private func rest(_ scale: Double) -> Double { abs(scale * 8 - (scale * 8).rounded()) }

  private func otherWidth(_ screen: Screens.Screen) -> String {
    let width = (screen.bounds?.width ?? 0) * (screen.pointsPerUnit ?? 1)
    let drawn = project.widths.map(String.init).joined(separator: ", ")
    return
      "the screen is \(Int(width.rounded())) pt wide, cards are drawn at \(drawn): add --width \(Int(width.rounded()))"
  }

  /// A post may be shown in either state: the one that explains more is taken.
  private func compare(_ screen: Screens.Screen, _ states: [[ScreenCard]], _ rules: ScreenRules) -> ScreenReport {
    let reports = states.map { ScreenComparison(cards: $0, map: rules.map, judge: rules.judge).compare(screen) }
    guard var best = reports.first else { return ScreenReport(cards: []) }
    for other in reports.dropFirst() {
      if best.cards.isEmpty { best = other }
      for (index, card) in best.cards.enumerated() {
        if let same = other.cards.first(where: { $0.card == card.card }), same.findings.count < card.findings.count {
          best.cards[index] = same
        }
      }
    }
    return best
  }
}
