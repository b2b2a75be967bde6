import DataFormats
import Prefetching

/// The report as a standalone page: no scripts, no external files; each plot has a table of its numbers.
struct LabPage {
  let report: PrefetchReport
  let findings: LabFindings
  /// The CSS: light or dark by the system setting, with sufficient contrast in both.
  let style: String

  var html: String {
    let title = "Prefetching \(report.feed.name)"
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; font-src data:">
      <title>\(Markup.html(title))</title>
      <style>\(style)</style>
      </head>
      <body>
      <header>
      \(Self.brand)
      <h1>\(Markup.html(title))</h1>
      <p>\(Markup.html("\(report.feed.inWords). \(capitalized(report.viewersInWords)), seed \(report.seed)."))</p>
      </header>
      <main>
      \(sections.joined(separator: "\n"))
      </main>
      </body>
      </html>

      """
  }

  /// The kit's sign and name, as on every page: `brand.html.mustache`.
  private static let brand =
    "<span class=\"brand\"><svg class=\"icon\" viewBox=\"0 0 24 24\" aria-hidden=\"true\"><rect x=\"3.5\" y=\"3.5\" width=\"17\" height=\"17\" rx=\"4.5\"/><path class=\"fill\" d=\"M12 3.5H8A4.5 4.5 0 0 0 3.5 8v8A4.5 4.5 0 0 0 8 20.5h4z\"/></svg>Feedproof</span>"

  private var sections: [String] {
    [recommendation, front, waits] + (findings.chosen == nil ? [] : [sweep]) + [session, method]
  }

  private func section(_ title: String, _ text: String, _ body: String) -> String {
    "<section><h2>\(Markup.html(title))</h2>\n<p>\(Markup.html(text))</p>\n\(body)\n</section>"
  }

  /// Returns a plot for each link, by its index and name.
  private func panels(_ plot: (Int, String) -> String) -> String {
    let figures = report.links.enumerated().map { number, link in
      "<figure><figcaption><b>\(Markup.html(link.name))</b> \(Markup.html(link.facts))</figcaption>\n\(plot(number, link.name))</figure>"
    }
    return "<div class=\"panels\">\(figures.joined(separator: "\n"))</div>"
  }

  /// Returns a legend: the contents of small images, with labels.
  private func keys(_ signs: [(String, String)]) -> String {
    let items = signs.map { sign, words in
      "<li><svg viewBox=\"0 0 28 10\" aria-hidden=\"true\">\(sign)</svg>\(words)</li>"
    }
    return "<ul class=\"keys\">\(items.joined())</ul>\n"
  }

  private func capitalized(_ words: String) -> String { words.prefix(1).uppercased() + words.dropFirst() }

  // MARK: Sections

  private var recommendation: String {
    var html =
      "<section class=\"result\"><h2>\(Markup.html(report.answer))</h2>\n<p>Recommended: \(Markup.html(report.recommended)). \(Markup.html(capitalized(report.reason))).</p>\n"
    if !findings.feed.hasMedia {
      html += "<p>No card of this feed shows an image, so there is little to prefetch.</p>\n"
    }
    if let change = report.change { html += change.html }
    let loads = zip(report.links, findings.loads).filter { $1 > 1 }.map { link, load in
      "Over \(link.name), a viewer who never waits requests \(LabNumber.text(load)) times the capacity of the link: no policy can load every card in time."
    }
    let warnings = report.warnings.map { capitalized($0) + "." } + loads
    guard !warnings.isEmpty else { return html + "</section>" }
    html +=
      "<details class=\"warnings\"><summary>\(warnings.count == 1 ? "1 warning" : "\(warnings.count) warnings")</summary>\n"
    for warning in warnings { html += "<p class=\"warning\">\(Markup.html(warning))</p>\n" }
    return html + "</details></section>"
  }

  private var front: String {
    let plots = panels { number, name in
      ParetoPlot(
        link: name, rows: report.rows.filter { $0.link == name },
        settings: report.sweep?.settings.filter { $0.link == name } ?? [], id: "front-\(number)"
      ).element
    }
    let tables = report.links.map { link in
      "<h3>\(Markup.html(link.inWords))</h3>\n\(report.table(of: link).html)"
    }
    return section(
      "Loaders and waste",
      "A loader is a card that was still loading when the viewer reached it. Lower and further left is better. Policies on the line have fewer loaders only at the cost of more waste. Bars are 95 % intervals\(report.sweep == nil ? "" : ", small dots are the settings of the sweep").",
      plots
        + "\n<details><summary>The numbers, with intervals</summary>\(tables.joined(separator: "\n"))</details>")
  }

  private var waits: String {
    let plots = panels { number, name in
      WaitPlot(link: name, findings: findings.findings.map { $0[number] }, id: "wait-\(number)").element
    }
    let signs = findings.findings.enumerated().map { number, policy in
      (
        "<path d=\"M0 5L28 5\" class=\"wait d\(number % 8) s\(number % 8)\"/>", Markup.html(policy[0].setting.name)
      )
    }
    let shares = [0.5, 0.75, 0.9, 0.95, 0.99]
    let table = LabTable(
      head: ["link and policy"] + shares.map { "\(LabNumber.text($0 * 100)) %" },
      rows: findings.links.indices.flatMap { link in
        findings.findings.map { policy in
          ["\(policy[link].link), \(policy[link].setting.name)"]
            + shares.map { "\(LabNumber.text(policy[link].waits[Int($0 * 200)])) s" }
        }
      })
    return section(
      "Time to display",
      "The share of cards shown within a number of seconds after the viewer reached them. A curve that starts higher has fewer loaders; a curve that rises sooner has shorter waits.",
      keys(signs) + plots + table.folded("Seconds within which a share of cards is shown"))
  }

  private var sweep: String {
    guard let chosen = findings.chosen, let report = report.sweep else { return "" }
    let plots = panels { number, name in
      SweepPlot(
        link: name, sweep: findings.sweep, findings: findings.swept[number], chosen: chosen, goal: self.report.goal,
        id: "sweep-\(number)"
      ).element
    }
    let keys = findings.sweep.axes.map(\.key)
    let table = LabTable(
      head: ["link"] + keys + ["waited", "loaders", "MB wasted"],
      rows: report.settings.prefix(1000).map { one in
        [one.link] + keys.map { LabNumber.exact(one.values[$0] ?? 0) }
          + ["\(one.waited.inWords) s", one.loaders.inWords, one.wasted.inWords]
      })
    let further =
      keys.count > 2
      ? " Other keys (\(keys.dropFirst(2).joined(separator: ", "))) have their best values." : ""
    let shades =
      keys.count == 1
      ? "The band is the 95 % interval."
      : "The shades are not linear, because the best settings differ little and the worst differ much."
    let shown =
      report.count * findings.links.count > 1000 ? "The first 1,000 rows; prefetch.csv contains all" : "All settings"
    return section(
      "The sweep",
      "The weighted policy with each of \(report.count) settings. The best setting has the lowest sum of \(self.report.goal == .waits ? "waiting" : "loaders") and waste over all links. \(shades)\(further)",
      plots + table.folded(shown))
  }

  private var session: String {
    let plot = SessionPlot(
      log: findings.session, feed: findings.feed, link: report.links[0].name, policy: report.recommended)
    let signs = [
      ("stall", "waiting"), ("looked", "viewing"), ("load loaded head", "loading the first screen"),
      ("load loaded rest", "loading the rest"), ("load cancelled head", "canceled"),
    ].map { ("<rect x=\"0\" y=\"0\" width=\"28\" height=\"10\" class=\"\($0)\"/>", $1) }
    return section(
      "One session",
      "The first long session over \(report.links[0].name) with \(report.recommended). Each row is a card, from the top of the feed. A thin line is a request that waits for its first byte.",
      keys(signs) + "<div class=\"scroll wide\" tabindex=\"0\">\(plot.element)</div>" + plot.table.folded("Every load"))
  }

  private var method: String {
    let viewer = report.viewer
    let lines = [
      "Viewers: \(viewer.loop == "closed" ? "the time on a card starts when it is shown" : "the viewer moves on even if a card is not shown"); \(LabNumber.text(viewer.dwell)) s per card on average, \(LabNumber.text(viewer.back * 100)) % of moves go back, \(LabNumber.text(viewer.fling * 100)) % of moves fling over eight cards\(viewer.session.map { ", \(LabNumber.text($0)) cards per session" } ?? "").",
      "All policies are simulated with the same viewers over the same link, and differences are computed per viewer. Intervals are 95 % confidence intervals (Student's t). The best setting is compared with the current one on viewers that did not take part in the choice.",
      "All random numbers come from seed \(report.seed): the same seed produces the same page.",
      "Loaders, seconds waited, megabytes, requests and cancellations are per thousand cards. A megabyte is a million bytes. Waste is the data of canceled loads, and of loads that the viewer never saw.",
    ].map { "<li>\(Markup.html($0))</li>" }
    return "<section><h2>How it was measured</h2>\n<ul>\(lines.joined(separator: "\n"))</ul>\n</section>"
  }
}

extension PrefetchReport {
  fileprivate func table(of link: Link) -> LabTable {
    LabTable(
      head: [
        "policy", "loaders", "waited", "vs \(recommended)", "90 % within", "99 % within", "stalled", "MB", "wasted",
        "requests", "cancelled",
      ],
      rows: rows.filter { $0.link == link.name }.map(\.cells))
  }
}

extension SettingComparison {
  fileprivate var html: String {
    let table = LabTable(
      head: ["recommended vs current, over", "seconds waited", "loaders", "MB wasted"],
      rows: differences.map { [$0.over, $0.waited.signed, $0.loaders.signed, $0.wasted.signed] })
    let lines = lines.filter { !$0.hasPrefix("over ") }.map { "<li>\(Markup.html($0))</li>" }
    return "<ul>\(lines.joined())</ul>\n" + (present == found ? "" : table.html)
  }
}

/// A table of the page; the first column holds row headers.
struct LabTable {
  let head: [String]
  let rows: [[String]]

  var html: String {
    let head = head.map { "<th scope=\"col\">\(Markup.html($0))</th>" }.joined()
    let rows = rows.map { row in
      let cells = row.enumerated().map { column, text in
        column == 0 ? "<th scope=\"row\">\(Markup.html(text))</th>" : "<td>\(Markup.html(text))</td>"
      }
      return "<tr>\(cells.joined())</tr>"
    }
    return
      "<div class=\"scroll\" tabindex=\"0\"><table><thead><tr>\(head)</tr></thead><tbody>\n\(rows.joined(separator: "\n"))\n</tbody></table></div>"
  }

  /// Returns a collapsed table.
  func folded(_ summary: String) -> String {
    "<details><summary>\(Markup.html(summary))</summary>\(html)</details>"
  }
}
