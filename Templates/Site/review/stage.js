// The stage: one or two panes with images, zoom and pan. The CSS length --p is a pixel of the image, --u a point.

import { make, the } from '../common/elements.js';
import { image, place } from './elements.js';
import { points } from './writing.js';
import { fittingZoom, zoomAfter } from './zoom.js';

/** @typedef {{clientX: number, clientY: number}} Point in the window */

export class Stage {
  constructor() {
    this.element = the('stage');
    /**
     * Null fits the images into the window.
     * @type {number | null}
     */
    this.zoom = null;
    /**
     * The scrolling elements of the panes.
     * @type {Array<HTMLElement>}
     */
    this.panes = [];
    /**
     * The scroll position that following the other pane has set.
     * @type {WeakMap<HTMLElement, [number, number]>}
     */
    this.led = new WeakMap();
    /**
     * The size that the images of the case need.
     * @type {import('./zoom.js').Extent}
     */
    this.extent = { width: 1, height: 1, scale: 1 };
    /**
     * Called after the zoom has changed.
     * @type {(() => void) | null}
     */
    this.onZoom = null;
  }

  /** The title of the first pane. */
  get title() { return this.element.querySelector('.pane-title'); }

  /**
   * Removes the displayed images.
   * @param {string} view the next view
   * @param {import('./zoom.js').Extent} extent
   */
  clear(view, extent) {
    this.panes = [];
    this.onZoom = null;
    this.extent = extent;
    this.element.replaceChildren();
    this.element.dataset.view = view;
    the('status').textContent = '';
  }

  /**
   * @param {string} title
   * @param {string} note
   * @returns {HTMLElement} the canvas for images
   */
  addPane(title, note) {
    const canvas = make('div', 'canvas');
    const scroller = make('div', 'scroller', canvas);
    scroller.tabIndex = 0;
    scroller.setAttribute('role', 'group');
    scroller.setAttribute('aria-label', title);
    this.element.append(make('div', 'pane', make('p', 'pane-title', make('b', '', title), ' ' + note), scroller));
    this.panes.push(scroller);
    scroller.addEventListener('scroll', () => this.follow(scroller), { passive: true });
    scroller.addEventListener('pointerdown', (event) => startPan(scroller, event));
    scroller.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
    scroller.addEventListener('pointermove', (event) => this.showPoint(canvas, event));
    return canvas;
  }

  /**
   * @param {HTMLElement} canvas
   * @param {import('./types.js').KeptPicture} picture
   * @param {string} description
   */
  addPicture(canvas, picture, description) {
    const layer = image(picture, description);
    layer.className = 'layer';
    this.size(layer, picture[1], picture[2]);
    canvas.append(layer);
    return layer;
  }

  /**
   * @param {HTMLElement} element
   * @param {number} width in pixels of the images
   * @param {number} height
   */
  size(element, width, height) {
    element.style.width = 'calc(var(--p) * ' + width + ')';
    element.style.height = 'calc(var(--p) * ' + height + ')';
  }

  /**
   * Regions of differing pixels.
   * @param {HTMLElement} canvas
   * @param {Array<import('./types.js').Region>} regions
   * @param {(region: import('./types.js').Region) => string} title
   */
  addRegions(canvas, regions, title) {
    for (const region of regions) {
      const [x, y, width, height] = region;
      const element = place(make('i', 'region'), [x - 2, y - 2, width + 4, height + 4], '--p');
      element.title = title(region);
      canvas.append(element);
    }
  }

  /**
   * Scrolls both panes together. A pane that follows reports its scrolling a frame later, when the other one may have
   * moved on. Such an event is ignored.
   * @param {HTMLElement} moved
   */
  follow(moved) {
    const led = this.led.get(moved);
    if (led && led[0] === moved.scrollLeft && led[1] === moved.scrollTop) return;
    this.led.delete(moved);
    for (const other of this.panes) {
      if (other === moved) continue;
      if (Math.abs(other.scrollLeft - moved.scrollLeft) >= 1) other.scrollLeft = moved.scrollLeft;
      if (Math.abs(other.scrollTop - moved.scrollTop) >= 1) other.scrollTop = moved.scrollTop;
      this.led.set(other, [other.scrollLeft, other.scrollTop]);
    }
  }

  /**
   * With Ctrl, as in browsers and design tools.
   * @param {WheelEvent} event
   */
  wheel(event) {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    this.stepZoom(event.deltaY < 0 ? 1 : -1, event);
  }

  /** The current zoom. */
  get shownZoom() {
    const scroller = this.panes[0];
    return this.zoom || (scroller ? fittingZoom(this.extent, scroller.clientWidth - 32, scroller.clientHeight - 32) : 1);
  }

  /**
   * @param {number} direction
   * @param {Point} [at] the point that keeps its place
   */
  stepZoom(direction, at) {
    const next = zoomAfter(this.shownZoom, direction);
    if (next) this.setZoom(next, at);
  }

  /**
   * @param {number | null} next
   * @param {Point} [at]
   */
  setZoom(next, at) {
    const scroller = this.panes[0];
    if (!scroller) return;
    const before = this.shownZoom;
    const boxes = this.panes.map((pane) => pane.getBoundingClientRect());
    const box = boxes.find((each) => at && each.left <= at.clientX && each.right >= at.clientX) || boxes[0];
    const [x, y] = at ? [at.clientX - box.left, at.clientY - box.top] : [box.width / 2, box.height / 2];
    const { offsetLeft, offsetTop } = /** @type {HTMLElement} */ (scroller.firstElementChild);
    const [left, top] = [scroller.scrollLeft + x - offsetLeft, scroller.scrollTop + y - offsetTop];
    this.zoom = next;
    this.showZoom();
    const grown = this.shownZoom / before;
    const canvas = /** @type {HTMLElement} */ (scroller.firstElementChild);
    scroller.scrollTo(left * grown + canvas.offsetLeft - x, top * grown + canvas.offsetTop - y);
    this.follow(scroller);
  }

  showZoom() {
    const { element, extent: { scale }, shownZoom: now } = this;
    element.style.setProperty('--u', now + 'px');
    element.style.setProperty('--p', now / scale + 'px');
    // When a pixel of the image covers at least one pixel of the screen, it is shown without smoothing.
    element.classList.toggle('pixels', now / scale * devicePixelRatio >= 0.999);
    element.classList.toggle('large', now >= 8);
    const percent = now < 0.1 ? Math.round(now * 1000) / 10 : Math.round(now * 100);
    the('zoom-fit').textContent = (this.zoom ? '' : 'Fit · ') + percent + ' %';
    this.onZoom?.();
  }

  /**
   * Shows the pointer's position in points and pixels.
   * @param {HTMLElement} canvas
   * @param {PointerEvent} event
   */
  showPoint(canvas, event) {
    const { width, height, scale } = this.extent;
    const box = canvas.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top].map((each) => each / this.shownZoom);
    const isInside = x >= 0 && y >= 0 && x < width / scale && y < height / scale;
    const pixel = [x, y].map((each) => Math.floor(each * scale));
    the('status').textContent = !isInside ? '' : points(Math.floor(x * 10) / 10) + ', ' + points(Math.floor(y * 10) / 10)
      + ' pt   ·   pixel ' + pixel.join(', ');
  }
}

/**
 * @param {HTMLElement} scroller
 * @param {PointerEvent} event
 */
function startPan(scroller, event) {
  const isFree = event.button === 0 && event.pointerType === 'mouse'
    && !(event.target instanceof Element && event.target.closest('.handle'));
  if (!isFree) return;
  const from = [event.clientX + scroller.scrollLeft, event.clientY + scroller.scrollTop];
  const move = (/** @type {PointerEvent} */ now) => {
    scroller.classList.add('panning');
    scroller.scrollTo(from[0] - now.clientX, from[1] - now.clientY);
  };
  const end = () => {
    scroller.classList.remove('panning');
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', end);
    removeEventListener('pointercancel', end);
  };
  addEventListener('pointermove', move);
  addEventListener('pointerup', end);
  addEventListener('pointercancel', end);
}
