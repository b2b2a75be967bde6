extension CardRenderer {
  /// For a page of a document.
  package func documentPhotos(scale: Int) -> DocumentPhotos { DocumentPhotos(pictures(), files: photos, scale: scale) }
}
