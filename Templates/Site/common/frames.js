/**
 * Runs an update at most once before the next frame, however often it is requested.
 * @param {() => void} update
 * @returns {() => void}
 */
export function oncePerFrame(update) {
  let isAsked = false;
  return () => {
    if (isAsked) return;
    isAsked = true;
    requestAnimationFrame(() => {
      isAsked = false;
      update();
    });
  };
}
