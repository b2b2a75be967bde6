import Projects
import Testing

@Suite("Amounts of memory")
struct ByteCountTests {
  @Test(
    "units are powers of 1024, however they are written",
    arguments: [("512MB", 512 << 20), ("512 mb", 512 << 20), ("16MiB", 16 << 20), ("2G", 2 << 30), ("1.5GB", 3 << 29)])
  func reading(text: String, bytes: Int) {
    #expect(ByteCount.bytes(of: text) == bytes)
  }

  @Test(
    "anything that is not an amount, or too little to draw with, is refused",
    arguments: ["", "512", "MB", "-512MB", "15MB", "0GB", "much", "1e9MB", "99999999999999TB", "512 KB", "1.2.3GB"])
  func refusing(text: String) {
    #expect(ByteCount.bytes(of: text) == nil)
  }

  @Test(
    "amounts are rounded for reading, and never down",
    arguments: [
      (999, "999 bytes"), (1536, "1.5 KB"), (16 << 20, "16 MB"), (16 << 20 | 1, "16.1 MB"), (512 << 20, "512 MB"),
      (512 << 20 | 1, "513 MB"), (1 << 30, "1 GB"), (9 << 29, "4.5 GB"),
    ])
  func telling(bytes: Int, text: String) {
    #expect(ByteCount.text(bytes) == text)
  }
}
