/// A named screen of the project file: one width and scale with its themes.
///
///     screens: [{name: phone, width: 375, scale: 2, themes: [light, dark]}]
package struct NamedScreen: Hashable, Sendable {
  /// The name in messages; unique in a project.
  package var name: String
  /// In points.
  package var width: Int
  /// Pixels per point.
  package var scale: Int
  package var themes: [String]

  /// The keys of a screen in the project file.
  package static let keys = ["name", "width", "scale", "themes"]
}

extension Project {
  /// Whether a comparison includes a screen: a combination of the project's widths, scales and themes, or a named
  /// screen.
  ///
  /// An export draws every combination of all widths, scales and themes, because its page can show each of them.
  package func compares(width: Int, scale: Int, theme: String) -> Bool {
    guard !screens.isEmpty else { return true }
    return (combinations?.contains(width: width, scale: scale, theme: theme) ?? false)
      || screens.contains { $0.width == width && $0.scale == scale && $0.themes.contains(theme) }
  }

  /// Every combination of some widths, scales and themes.
  package struct ScreenCombinations: Hashable, Sendable {
    package var widths: [Int]
    package var scales: [Int]
    package var themes: [String]

    func contains(width: Int, scale: Int, theme: String) -> Bool {
      widths.contains(width) && scales.contains(scale) && themes.contains(theme)
    }
  }

  /// Returns the project with the widths, scales and themes of its named screens added to its own.
  ///
  /// - Parameter hasOwn: Whether the project file names widths, scales or themes. Otherwise the defaults are not drawn.
  func addingNamedScreens(toOwn hasOwn: Bool) -> Project {
    guard !screens.isEmpty else { return self }
    var project = self
    project.combinations = hasOwn ? ScreenCombinations(widths: widths, scales: scales, themes: themes) : nil
    project.widths = ((hasOwn ? widths : []) + screens.map(\.width)).uniqued()
    project.scales = ((hasOwn ? scales : []) + screens.map(\.scale)).uniqued()
    project.themes = ((hasOwn ? themes : []) + screens.flatMap(\.themes)).uniqued()
    return project
  }
}
