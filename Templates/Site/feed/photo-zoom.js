// Zooms a photo with the wheel, two fingers, or + and -. A photo larger than its stage can be dragged.

/**
 * The maximum zoom: twice the photo's own pixels, but at least three times the size that fits.
 * @param {number} own in its own pixels
 * @param {number} whole the width at which the entire photo fits
 */
export function largestZoom(own, whole) {
  return Math.max(3, (2 * own) / whole);
}

/**
 * The scroll position that puts a point of the photo under the pointer.
 * @param {number} share the point's position as a share of the photo's side
 * @param {number} side
 * @param {number} room the length of the stage; a shorter photo is centered
 * @param {number} pointer from the stage's edge
 */
export function scrolledTo(share, side, room, pointer) {
  return share * side + Math.max(0, (room - side) / 2) - pointer;
}

/** A swipe to the next photo is at least this long, in pixels, and mostly horizontal. */
const turningDistance = 60;

export class Zoom {
  /**
   * @param {HTMLElement} stage the parent of the photo, which has no other children
   * @param {{changed: () => void, swiped: (step: number) => void}} told
   */
  constructor(stage, told) {
    this.stage = stage;
    this.told = told;
    /** @type {HTMLImageElement | null} */
    this.photo = null;
    /** 1 if the entire photo fits. */
    this.factor = 1;
    /**
     * Fingers with their positions.
     * @type {Map<number, {x: number, y: number}>}
     */
    this.pointers = new Map();
    /** The movement since the first finger came down. */
    this.moved = { x: 0, y: 0 };
    /** The exact scroll position. Browsers may round to whole pixels. */
    this.scrolled = { x: 0, y: 0 };
    stage.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
    stage.addEventListener('pointerdown', (event) => this.press(event));
    stage.addEventListener('pointermove', (event) => this.move(event));
    for (const end of /** @type {const} */ (['pointerup', 'pointercancel'])) {
      stage.addEventListener(end, (event) => this.release(event));
    }
  }

  get isWhole() { return this.factor === 1; }

  /** Whether a drag has just ended, so that the next click doesn't count. */
  get wasMoved() { return Math.hypot(this.moved.x, this.moved.y) > 6; }

  /** The factor at which a pixel of the photo is one pixel of the page. */
  get ownFactor() { return this.photo ? this.photo.naturalWidth / this.wholeWidth : 1; }

  get wholeWidth() {
    const { stage, photo } = this;
    if (!photo || !photo.naturalWidth) return 1;
    const { naturalWidth, naturalHeight } = photo;
    return naturalWidth * Math.min(1, stage.clientWidth / naturalWidth, stage.clientHeight / naturalHeight);
  }

  /**
   * Shows another photo at its initial size; null for one that can't be zoomed.
   * @param {HTMLImageElement | null} photo
   */
  show(photo) {
    this.photo = photo;
    this.factor = 1;
    this.stage.className = 'whole';
  }

  /**
   * @param {number} factor
   * @param {{x: number, y: number}} [about] a point of the window that keeps its place; the middle by default
   */
  to(factor, about) {
    const { stage, photo } = this;
    if (!photo || !photo.naturalWidth) return;
    const [room, box] = [stage.getBoundingClientRect(), photo.getBoundingClientRect()];
    const { x, y } = about ?? { x: room.left + room.width / 2, y: room.top + room.height / 2 };
    const [across, down] = [(x - box.left) / box.width, (y - box.top) / box.height];
    const largest = largestZoom(photo.naturalWidth, this.wholeWidth);
    this.factor = factor < 1.02 ? 1 : Math.min(factor, largest);
    stage.className = this.isWhole ? 'whole' : 'large';
    photo.style.width = this.isWhole ? '' : Math.round(this.wholeWidth * this.factor) + 'px';
    stage.scrollTo(
      scrolledTo(across, photo.offsetWidth, stage.clientWidth, x - room.left),
      scrolledTo(down, photo.offsetHeight, stage.clientHeight, y - room.top));
    this.scrolled = { x: stage.scrollLeft, y: stage.scrollTop };
    this.told.changed();
  }

  /**
   * Whether the key was handled.
   * @param {string} key
   */
  key(key) {
    const { factor } = this;
    const asked = new Map([['+', factor * 1.5], ['=', factor * 1.5], ['-', factor / 1.5], ['0', 1]]).get(key);
    if (asked !== undefined) this.to(asked);
    return asked !== undefined;
  }

  /**
   * A pinch on a trackpad arrives as a wheel event with Ctrl, with finer steps.
   * @param {WheelEvent} event
   */
  wheel(event) {
    if (!this.photo) return;
    event.preventDefault();
    const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1);
    this.to(this.factor * 2 ** (-pixels / (event.ctrlKey ? 100 : 400)), event);
  }

  /** @param {PointerEvent} event */
  press(event) {
    if (event.button !== 0) return;
    if (!this.pointers.size) this.moved = { x: 0, y: 0 };
    this.scrolled = { x: this.stage.scrollLeft, y: this.stage.scrollTop };
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { stage, pointers } = this;
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    pointers.set(event.pointerId, now);
    this.moved.x += now.x - before.x;
    this.moved.y += now.y - before.y;
    if (this.wasMoved) stage.setPointerCapture(event.pointerId);
    if (other) {
      const [old, distance] = [before, now].map(({ x, y }) => Math.hypot(x - other.x, y - other.y));
      if (old > 0) this.to(this.factor * (distance / old), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
    } else if (!this.isWhole) {
      this.scrolled.x -= now.x - before.x;
      this.scrolled.y -= now.y - before.y;
      stage.scrollTo(this.scrolled.x, this.scrolled.y);
    }
  }

  /** @param {PointerEvent} event */
  release(event) {
    const wasAlone = this.pointers.delete(event.pointerId) && this.pointers.size === 0;
    const { x, y } = this.moved;
    if (wasAlone && this.isWhole && event.pointerType === 'touch' && Math.abs(x) > Math.max(turningDistance, 1.5 * Math.abs(y))) {
      this.told.swiped(x < 0 ? 1 : -1);
    }
  }
}
