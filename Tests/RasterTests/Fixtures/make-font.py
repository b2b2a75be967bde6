#!/usr/bin/env python3
"""Writes two-strikes.ttf: one emoji as a coloured bitmap at two sizes, red at 16 pixels per em and blue at 32.

Run by hand: python3 make-font.py
Needs fontTools and Pillow.
"""

import io
import os

from fontTools.fontBuilder import FontBuilder
from fontTools.ttLib import newTable
from fontTools.ttLib.tables.BitmapGlyphMetrics import SmallGlyphMetrics
from fontTools.ttLib.tables.C_B_D_T_ import cbdt_bitmap_format_17
from fontTools.ttLib.tables.E_B_L_C_ import BitmapSizeTable, SbitLineMetrics, Strike, eblc_index_sub_table_1
from PIL import Image

os.chdir(os.path.dirname(os.path.abspath(__file__)))
EMOJI = "uni1F600"
STRIKES = [(16, (255, 0, 0, 255)), (32, (0, 0, 255, 255))]


def line_metrics(size):
    metrics = SbitLineMetrics()
    for name in (
        "ascender descender widthMax caretSlopeNumerator caretSlopeDenominator caretOffset minOriginSB "
        "minAdvanceSB maxBeforeBL minAfterBL pad1 pad2"
    ).split():
        setattr(metrics, name, 0)
    metrics.ascender = metrics.widthMax = metrics.maxBeforeBL = size
    return metrics


def glyph(size, color):
    data = io.BytesIO()
    Image.new("RGBA", (size, size), color).save(data, "PNG")
    picture = cbdt_bitmap_format_17(b"", None)
    picture.metrics = SmallGlyphMetrics()
    picture.metrics.height = picture.metrics.width = picture.metrics.BearingY = picture.metrics.Advance = size
    picture.metrics.BearingX = 0
    picture.imageData = data.getvalue()
    return picture


def strike(size):
    strike = Strike()
    table = strike.bitmapSizeTable = BitmapSizeTable()
    table.hori = table.vert = line_metrics(size)
    table.ppemX = table.ppemY = size
    table.bitDepth, table.flags, table.colorRef = 32, 1, 0
    table.startGlyphIndex = table.endGlyphIndex = 1
    sub = eblc_index_sub_table_1(b"", None)
    sub.indexFormat, sub.imageFormat, sub.names = 1, 17, [EMOJI]
    sub.firstGlyphIndex = sub.lastGlyphIndex = 1
    strike.indexSubTables = [sub]
    return strike


builder = FontBuilder(1024, isTTF=True)
builder.setupGlyphOrder([".notdef", EMOJI])
builder.setupCharacterMap({0x1F600: EMOJI})
builder.setupHorizontalMetrics({".notdef": (1024, 0), EMOJI: (1024, 0)})
builder.setupHorizontalHeader(ascent=1024, descent=0)
builder.setupNameTable({"familyName": "Two Strikes", "styleName": "Regular"})
builder.setupOS2()
builder.setupPost(keepGlyphNames=False)
builder.font["CBLC"], builder.font["CBDT"] = newTable("CBLC"), newTable("CBDT")
builder.font["CBLC"].version = builder.font["CBDT"].version = 3.0
builder.font["CBLC"].strikes = [strike(size) for size, _ in STRIKES]
builder.font["CBDT"].strikeData = [{EMOJI: glyph(size, color)} for size, color in STRIKES]
builder.font["head"].created = builder.font["head"].modified = 0
builder.font.recalcTimestamp = False
builder.save("two-strikes.ttf")
