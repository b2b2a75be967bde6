/// A table of the page; the first column names the row.
struct LabTable {
  let head: [String]
  let rows: [[String]]

  var html: String {
    let head = head.map { "<th scope=\"col\">\(SVG.escaped($0))</th>" }.joined()
    let rows = rows.map { row in
      let cells = row.enumerated().map { column, text in
        column == 0 ? "<th scope=\"row\">\(SVG.escaped(text))</th>" : "<td>\(SVG.escaped(text))</td>"
      }
      return "<tr>\(cells.joined())</tr>"
    }
    return
      "<div class=\"scroll\" tabindex=\"0\"><table><thead><tr>\(head)</tr></thead><tbody>\n\(rows.joined(separator: "\n"))\n</tbody></table></div>"
  }

  /// Folded away until it is asked for.
  func folded(_ summary: String) -> String {
    "<details><summary>\(SVG.escaped(summary))</summary>\(html)</details>"
  }
}
