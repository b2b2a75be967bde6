#pragma once
// jpeglib.h requires size_t and FILE to be declared first.
#include <stddef.h>
#include <stdio.h>
#include <jpeglib.h>
