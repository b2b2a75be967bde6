import Foundation

/// Two images of 64 × 64 pixels, each in a single color.
package enum PNGSamples {
  package static let photo = data(
    "iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAAT0lEQVR42u3PQQkAAAgEsAthOtMZ1Qi+hcEKLNXzWgQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQELgtLxeDxTPfe1AAAAABJRU5ErkJggg=="
  )
  package static let other = data(
    "iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAAT0lEQVR42u3PQQkAAAgEsAthOtMZ1Qi+hcEKLNP1WgQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQELgvMxODxvMz48wAAAABJRU5ErkJggg=="
  )

  private static func data(_ text: String) -> Data { Data(base64Encoded: text) ?? Data() }
}
