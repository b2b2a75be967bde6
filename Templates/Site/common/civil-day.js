// Calendar days as numbers since 1 January 1970.

/**
 * @param {number} year
 * @param {number} month 1 to 12
 * @param {number} day
 */
export function dayNumber(year, month, day) {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  return era * 146097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719468;
}

/**
 * @param {number} number
 * @returns {{year: number, month: number, day: number}} the month from 1 to 12
 */
export function civilDay(number) {
  const shifted = number + 719468;
  const era = Math.floor(shifted / 146097);
  const ofEra = shifted - era * 146097;
  const yearOfEra = Math.floor(
    (ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36524) - Math.floor(ofEra / 146096)) / 365);
  const ofYear = ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const march = Math.floor((5 * ofYear + 2) / 153);
  const month = march < 10 ? march + 3 : march - 9;
  const day = ofYear - Math.floor((153 * march + 2) / 5) + 1;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

/**
 * The days of a year (2024), a month (2024-05) or a day (2024-05-01).
 * @param {string} text
 * @returns {[first: number, last: number] | null} null if the text is not a date
 */
export function dayRange(text) {
  const parts = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(text);
  if (!parts) return null;
  const [year, month, day] = parts.slice(1).map((part) => (part === undefined ? 0 : Number(part)));
  if (parts[2] === undefined) return [dayNumber(year, 1, 1), dayNumber(year + 1, 1, 1) - 1];
  if (month < 1 || month > 12) return null;
  const next = month === 12 ? dayNumber(year + 1, 1, 1) : dayNumber(year, month + 1, 1);
  if (parts[3] === undefined) return [dayNumber(year, month, 1), next - 1];
  const number = dayNumber(year, month, day);
  return day >= 1 && number < next ? [number, number] : null;
}
