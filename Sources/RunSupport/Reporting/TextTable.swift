/// A table of text columns. The first columns name the row and are left-aligned, the others right-aligned.
package struct TextTable {
  /// Rows of equal length.
  private let rows: [[String]]
  private let names: Int

  package init(rows: [[String]], namedBy names: Int = 1) { (self.rows, self.names) = (rows, names) }

  package var lines: [String] {
    guard let first = rows.first else { return [] }
    let widths = first.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      row.enumerated().map { column, text in
        let space = String(repeating: " ", count: widths[column] - text.count)
        return column < names ? text + space : space + text
      }.joined(separator: "  ")
    }
  }
}
