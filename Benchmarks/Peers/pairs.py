"""Makes the pairs of pictures for the measurement of comparers from the cards that the tool drew at 3x."""

import json
import pathlib
import shutil
import sys

from PIL import Image, ImageChops


def main(cards, folder):
    folder = pathlib.Path(folder)
    # The largest file is the card with the most content to compare.
    card = max(pathlib.Path(cards).glob("*/414@3x-light-expanded.png"), key=lambda file: file.stat().st_size)
    folder.mkdir(parents=True, exist_ok=True)
    picture = Image.open(card).convert("RGBA")
    shutil.copy(card, folder / "card.png")
    shutil.copy(card, folder / "equal.png")

    few = picture.copy()
    for index in range(12):
        few.putpixel((40 + 70 * index, 100 + 150 * index % picture.height), (255, 0, 0, 255))

    # Moves the lower half down by a pixel, as one more point of padding would.
    moved = picture.copy()
    half = picture.height // 2
    moved.paste(picture.crop((0, half, picture.width, picture.height - 1)), (0, half + 1))

    red, green, blue, alpha = picture.split()
    whole = Image.merge("RGBA", [ImageChops.invert(channel) for channel in (red, green, blue)] + [alpha])

    pairs = [{"name": "equal", "first": "card.png", "second": "equal.png"}]
    for name, changed in (("12 pixels", few), ("half moved 1 px", moved), ("every pixel", whole)):
        changed.save(folder / f"{name.replace(' ', '-')}.png")
        pairs.append({"name": name, "first": "card.png", "second": f"{name.replace(' ', '-')}.png"})
    (folder / "pairs.json").write_text(json.dumps(pairs))
    print(f"{picture.width} × {picture.height}", file=sys.stderr)


main(*sys.argv[1:])
