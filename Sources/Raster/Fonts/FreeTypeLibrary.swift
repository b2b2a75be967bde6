import CPangoCairo
import Foundation

/// A FreeType library of one worker: FreeType objects must not be shared between threads.
final class FreeTypeLibrary {
  let pointer: FT_Library
  private let memory: FT_Memory

  /// Not `FT_Init_FreeType`: that one lets an environment variable (FREETYPE_PROPERTIES) change how glyphs look.
  init?() {
    memory = FT_Memory.allocate(capacity: 1)
    memory.initialize(
      to: FT_MemoryRec_(
        user: nil, alloc: { _, size in malloc(size_t(size)) }, free: { _, block in free(block) },
        realloc: { _, _, size, block in realloc(block, size_t(size)) }))
    var library: FT_Library?
    guard FT_New_Library(memory, &library) == 0, let library else {
      memory.deallocate()
      return nil
    }
    pointer = library
    FT_Add_Default_Modules(library)
  }

  deinit {
    FT_Done_Library(pointer)
    memory.deallocate()
  }
}
