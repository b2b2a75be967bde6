// Looking closer at a photo: with a wheel, two fingers, + and -. A photo that is larger than its stage is moved by hand.

/**
 * How far in one can go: to twice the photo's own pixels, and to three times what there is room for.
 * @param {number} own the photo's width in its own pixels
 * @param {number} whole how wide it is where all of it is seen
 */
export function largestZoom(own, whole) {
  return Math.max(3, (2 * own) / whole);
}

/**
 * Where to scroll to, so that a place of the photo comes under the pointer.
 * @param {number} share where that place is, of the photo's side
 * @param {number} side
 * @param {number} room the stage's side, in whose middle a shorter one stands
 * @param {number} pointer from the stage's edge
 */
export function scrolledTo(share, side, room, pointer) {
  return share * side + Math.max(0, (room - side) / 2) - pointer;
}

/** A finger that turns to the next photo goes so many pixels, and more along the line than across it. */
const turningDistance = 60;

export class Zoom {
  /**
   * @param {HTMLElement} stage what the photo is the only element of
   * @param {{changed: () => void, swiped: (step: number) => void}} told
   */
  constructor(stage, told) {
    this.stage = stage;
    this.told = told;
    /** @type {HTMLImageElement | null} */
    this.photo = null;
    /** 1 where all of it is seen. */
    this.factor = 1;
    /**
     * Fingers, and where they are.
     * @type {Map<number, {x: number, y: number}>}
     */
    this.pointers = new Map();
    /** Since the first of them came down. */
    this.moved = { x: 0, y: 0 };
    /** How far the stage is scrolled, where the browser keeps whole pixels alone. */
    this.scrolled = { x: 0, y: 0 };
    stage.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
    stage.addEventListener('pointerdown', (event) => this.press(event));
    stage.addEventListener('pointermove', (event) => this.move(event));
    for (const end of /** @type {const} */ (['pointerup', 'pointercancel'])) {
      stage.addEventListener(end, (event) => this.release(event));
    }
  }

  get isWhole() { return this.factor === 1; }

  /** Whether a hand has just moved something: what follows is no click. */
  get wasMoved() { return Math.hypot(this.moved.x, this.moved.y) > 6; }

  /** The factor at which a pixel of the photo is one of the page. */
  get ownFactor() { return this.photo ? this.photo.naturalWidth / this.wholeWidth : 1; }

  get wholeWidth() {
    const { stage, photo } = this;
    if (!photo || !photo.naturalWidth) return 1;
    const { naturalWidth, naturalHeight } = photo;
    return naturalWidth * Math.min(1, stage.clientWidth / naturalWidth, stage.clientHeight / naturalHeight);
  }

  /**
   * Another photo, all of it; null for one that can't be looked at closer.
   * @param {HTMLImageElement | null} photo
   */
  show(photo) {
    this.photo = photo;
    this.factor = 1;
    this.stage.className = 'whole';
  }

  /**
   * @param {number} factor
   * @param {{x: number, y: number}} [about] a place of the window that stays; without it the middle
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
   * Whether the key was one of these.
   * @param {string} key
   */
  key(key) {
    const { factor } = this;
    const asked = new Map([['+', factor * 1.5], ['=', factor * 1.5], ['-', factor / 1.5], ['0', 1]]).get(key);
    if (asked !== undefined) this.to(asked);
    return asked !== undefined;
  }

  /**
   * A trackpad's pinch comes as a wheel with Ctrl, and is finer.
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
