/**
 * The index of the last of the first `count` values that is at most `y`; 0 if all are larger.
 * @param {ArrayLike<number>} values in ascending order
 * @param {number} count
 * @param {number} y
 */
export function lastAtMost(values, count, y) {
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (values[middle] <= y) low = middle; else high = middle - 1;
  }
  return low;
}
