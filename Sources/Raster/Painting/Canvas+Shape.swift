import CPangoCairo
import Drawing

extension Canvas {
  /// Fills the shape, its edges anti-aliased.
  func fill(_ shape: Shape, _ paint: Paint) {
    guard shape.isDrawable else { return }
    saved {
      setSource(paint, in: shape.bounds)
      outline(shape)
      cairo_fill(context)
    }
  }

  func stroke(_ path: Path, width: Double, _ paint: Paint) {
    guard path.isFinite, width > 0, width.isFinite else { return }
    saved {
      outline(path)
      var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
      cairo_path_extents(context, &left, &top, &right, &bottom)
      setSource(paint, in: Rect(x: left, y: top, width: right - left, height: bottom - top))
      cairo_set_line_width(context, width)
      cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
      cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
      cairo_stroke(context)
    }
  }

  /// Makes the shape Cairo's current path.
  func outline(_ shape: Shape) {
    cairo_new_path(context)
    switch shape {
    case .rectangle(let rect):
      let rect = reachable(rect)
      cairo_rectangle(context, rect.minX, rect.minY, rect.width, rect.height)
    case .rounded(let rect, radius: let radius): outline(reachable(rect), radius: radius)
    case .ellipse(let rect): outline(ellipse: reachable(rect))
    case .path(let path, bounds: _):
      outline(path)
      cairo_set_fill_rule(context, CAIRO_FILL_RULE_EVEN_ODD)
    }
  }

  private func outline(_ rect: Rect, radius: Double) {
    let radius = min(max(0, radius), min(rect.width, rect.height) / 2)
    guard radius > 0 else {
      cairo_rectangle(context, rect.minX, rect.minY, rect.width, rect.height)
      return
    }
    let quarter = Double.pi / 2
    cairo_new_sub_path(context)
    cairo_arc(context, rect.maxX - radius, rect.minY + radius, radius, -quarter, 0)
    cairo_arc(context, rect.maxX - radius, rect.maxY - radius, radius, 0, quarter)
    cairo_arc(context, rect.minX + radius, rect.maxY - radius, radius, quarter, 2 * quarter)
    cairo_arc(context, rect.minX + radius, rect.minY + radius, radius, 2 * quarter, 3 * quarter)
    cairo_close_path(context)
  }

  private func outline(ellipse rect: Rect) {
    saved {
      cairo_translate(context, rect.center.x, rect.center.y)
      cairo_scale(context, rect.width / 2, rect.height / 2)
      cairo_arc(context, 0, 0, 1, 0, 2 * Double.pi)
      cairo_close_path(context)
    }
  }

  private func outline(_ path: Path) {
    for element in path.elements {
      switch element {
      case .move(let point): cairo_move_to(context, point.x, point.y)
      case .line(let point): cairo_line_to(context, point.x, point.y)
      case .curve(let first, let second, let end):
        cairo_curve_to(context, first.x, first.y, second.x, second.y, end.x, end.y)
      case .close: cairo_close_path(context)
      }
    }
  }

  /// Cairo counts in 24.8 fixed point: edges far outside the canvas are brought near, where they look the same.
  private func reachable(_ rect: Rect) -> Rect {
    let limit = 2_000_000 / scale
    let (left, top) = (max(rect.minX, -limit), max(rect.minY, -limit))
    return Rect(x: left, y: top, width: min(rect.maxX, limit) - left, height: min(rect.maxY, limit) - top)
  }

  private func setSource(_ paint: Paint, in bounds: Rect) {
    switch paint {
    case .solid(let color): setSource(color)
    case .linearGradient(let gradient):
      let pattern = cairo_pattern_create_linear(
        bounds.minX + gradient.start.x * bounds.width, bounds.minY + gradient.start.y * bounds.height,
        bounds.minX + gradient.end.x * bounds.width, bounds.minY + gradient.end.y * bounds.height)
      for stop in gradient.stops {
        let color = stop.color
        cairo_pattern_add_color_stop_rgba(pattern, stop.offset, color.red, color.green, color.blue, color.alpha)
      }
      cairo_set_source(context, pattern)
      cairo_pattern_destroy(pattern)
    }
  }

  func setSource(_ color: Color) {
    cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
  }
}

extension Shape {
  /// False for what has no area or no number, which draws nothing.
  var isDrawable: Bool {
    if case .path(let path, bounds: _) = self { return path.isFinite }
    return bounds.isFinite && !bounds.isEmpty
  }
}

extension Rect {
  var isFinite: Bool { minX.isFinite && minY.isFinite && width.isFinite && height.isFinite }
}

extension Path {
  var isFinite: Bool {
    func isFinite(_ point: Point) -> Bool { point.x.isFinite && point.y.isFinite }
    return elements.allSatisfy { element in
      switch element {
      case .move(let point), .line(let point): isFinite(point)
      case .curve(let first, let second, let end): isFinite(first) && isFinite(second) && isFinite(end)
      case .close: true
      }
    }
  }
}
