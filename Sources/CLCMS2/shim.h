#pragma once
#include <lcms2.h>

// Swift doesn't import macros with parameters.
static const cmsUInt32Number fp_lcms_rgba8 = TYPE_RGBA_8;
static const cmsUInt32Number fp_lcms_gray8 = TYPE_GRAY_8;
static const cmsUInt32Number fp_lcms_lab_float = TYPE_Lab_FLT;
