import Comparing
import Diagnostics
import Files
import Foundation
import Names
import Projects
import Runs
import Screens

/// `feedproof compare --screens`: what an app's screens show, held against the cards of a project.
struct ScreensRun {
  let project: Project
  let environment: Environment
  /// Where the screens are: hierarchies, with their pictures beside them; also in folders of it.
  let folder: URL
  let report: (Diagnostic) -> Void

  /// What was found, for people and programs, and as cases of a review.
  struct Outcome {
    var shown: ShownScreens
    var review: CompareOutcome
  }

  private struct ReadScreen {
    /// Without its ending.
    var name: String
    var file: URL
    var screen: Result<Screens.Screen, Diagnostic>
  }

  /// - Throws: `RunFailure`, also where there is no hierarchy in the folder.
  func run(into run: ShownCardsRun) async throws -> Outcome {
    let rules = try ScreenRules.find(in: [folder, project.folder], environment: environment)
    let screens = try readScreens()
    let feed = try ScreenCards(of: project, environment: environment, report: report)
    let layouts = try feed.layOut()
    var shown: [ShownScreens.Screen] = []
    var waiting: [() throws -> ShownCard] = []
    for read in screens {
      let name = environment.shownPath(read.file)
      switch read.screen {
      case .failure(let fault):
        waiting.append {
          var card = ShownCard(id: read.name, post: read.name, width: 0, scale: 1, theme: "")
          card.fault = fault.located(in: name)
          return card
        }
      case .success(let screen):
        screen.diagnostics.forEach { report($0.located(in: name)) }
        guard let width = width(of: screen) else {
          let note = otherWidth(screen)
          shown.append(ShownScreens.Screen(name, screen, ScreenReport(cards: []), note: note))
          waiting.append { unknown(read.name, [note]) }
          continue
        }
        let (judged, states) = compare(screen, layouts[width] ?? [], rules)
        shown.append(ShownScreens.Screen(name, screen, judged, note: nil))
        if judged.cards.isEmpty { waiting.append { unknown(read.name, judged.unknown.map(\.text)) } }
        let shot = Screenshot(of: screen, judged, file: ScreenFile.pictureBeside(read.file))
        for (card, state) in zip(judged.cards, states) {
          waiting.append {
            try feed.shown(card, as: "\(read.name)/\(card.card)", state: state, width: width, on: shot)
          }
        }
      }
    }
    var rest = waiting[...]
    let review = try await run.run { try rest.popFirst()?() }
    return Outcome(shown: ShownScreens(screens: shown), review: review)
  }

  private func unknown(_ name: String, _ why: [String]) -> ShownCard {
    var card = ShownCard(id: name, post: name, width: 0, scale: 1, theme: "")
    card.unknown = why
    return card
  }

  // MARK: Screens

  private func readScreens() throws -> [ReadScreen] {
    let shown = environment.shownPath(folder)
    var paths: [RelativePath] = []
    var pictures: [RelativePath] = []
    do {
      try FileTree(folder.path).walk { path, step in
        // What is hidden, or called as no case can be, is the tools' own.
        guard case .file = step, let path = RelativePath(bytes: path.bytes) else { return }
        let url = URL(fileURLWithPath: path.text)
        if ScreenFile.pictureEndings.contains(url.pathExtension.lowercased()) { pictures.append(path) }
        let isScreen = ScreenFile.endings.contains(url.pathExtension.lowercased())
        if isScreen, url.lastPathComponent != ScreenRules.fileName { paths.append(path) }
      }
    } catch let error as FileError {
      throw RunFailure(stopping: error.unreadable(as: shown))
    }
    guard !paths.isEmpty else { throw RunFailure(stopping: Diagnostic(ShowIssue.noScreens, at: Place(file: shown))) }
    paths.sort { naturallyPrecedes($0.text, $1.text) }
    let stems = Dictionary(grouping: paths.map(\.text)) { ($0 as NSString).deletingPathExtension }
    for picture in pictures where stems[(picture.text as NSString).deletingPathExtension] == nil {
      report(Diagnostic(ShowIssue.pictureAlone, at: Place(file: picture.text)))
    }
    return paths.map { path in
      let file = folder.appendingPathComponent(path.text)
      let stem = (path.text as NSString).deletingPathExtension
      let screen = Result { () throws(Diagnostic) in
        do {
          return try ScreenFile.read(file, picture: nil)
        } catch let diagnostic as Diagnostic {
          throw diagnostic
        } catch {
          throw Diagnostic(ScreenIssue.json(reason(error)))
        }
      }
      return ReadScreen(name: stems[stem]?.count == 1 ? stem : path.text, file: file, screen: screen)
    }
  }

  // MARK: Cards

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
  ///
  /// - Returns: With the state of each card.
  private func compare(
    _ screen: Screens.Screen, _ states: [[ScreenCard]], _ rules: ScreenRules
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
