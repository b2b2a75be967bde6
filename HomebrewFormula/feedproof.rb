# Homebrew installs formulae from taps only. The name of this folder makes the repository a tap:
#   brew tap feedproof/feedproof file:///path/to/the/checkout
#   brew install --HEAD feedproof/feedproof/feedproof
# Homebrew builds the last commit of the checkout that contains this folder.
class Feedproof < Formula
  desc "Visual regression tests for feeds and chats"
  homepage "https://feedproof.example"
  license "MIT"
  head "file://#{File.expand_path("..", __dir__)}", using: :git

  depends_on "pkgconf" => :build
  depends_on xcode: ["16.0", :build]
  depends_on "cairo"
  depends_on "freetype"
  depends_on "glib"
  depends_on "harfbuzz"
  depends_on "jpeg-turbo"
  depends_on "libarchive"
  depends_on "libdeflate"
  depends_on "libpng"
  depends_on "libxml2"
  depends_on "little-cms2"
  depends_on macos: :sequoia
  depends_on "nettle"
  depends_on "pango"
  depends_on "webp"

  uses_from_macos "python" => :build
  uses_from_macos "curl"
  uses_from_macos "sqlite"

  def install
    ENV.prepend_path "PKG_CONFIG_PATH", Formula["libarchive"].opt_lib/"pkgconfig"
    ENV.prepend_path "PKG_CONFIG_PATH", Formula["libxml2"].opt_lib/"pkgconfig"
    system "swift", "build", "--disable-sandbox", "--configuration", "release", "--product", "feedproof"
    bin.install ".build/release/feedproof"
    pkgshare.install "Templates"
    Dir["Mockups/*/*.tokens.json"].each { |tokens| (pkgshare/File.dirname(tokens)).install tokens }
    doc.install "docs"
    ENV["FEEDPROOF_HOME"] = pkgshare.to_s
    generate_completions_from_executable(bin/"feedproof", "--generate-completion-script")
    help = Utils.safe_popen_read(bin/"feedproof", "--experimental-dump-help")
    (buildpath/"help.json").write help
    system "sh", "-c", "python3 scripts/man-pages man #{version} $(date +%Y-%m-%d) < help.json"
    man1.install Dir["man/*.1"]
  end

  def caveats
    <<~TEXT
      Texts beside Latin, Cyrillic and Greek need the Noto fonts, as casks:
        brew install --cask font-noto-sans font-noto-sans-arabic font-noto-sans-hebrew \\
          font-noto-sans-devanagari font-noto-sans-thai font-noto-sans-cjk font-noto-color-emoji
      Their files are others than those of the font lock; write a lock of yours once:
        feedproof fonts --write ~/.config/feedproof/fonts.lock.json
        export FEEDPROOF_FONT_LOCK=~/.config/feedproof/fonts.lock.json
    TEXT
  end

  test do
    (testpath/"feed.json").write <<~JSON
      {"items": [{"type": "post", "source_id": 1, "post_id": 1, "date": 1542566400, "text": "Hello"}],
       "profiles": [{"id": 1, "first_name": "A", "last_name": "B"}], "groups": []}
    JSON
    assert_match "Hello", shell_output("#{bin}/feedproof show --stage post feed.json")
    assert_match "cairo", shell_output("#{bin}/feedproof --version --verbose")
  end
end
