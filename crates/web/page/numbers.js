// Numbers as they are written. Pure.

/** @param {number} count */
export const grouped = (count) => Math.round(count).toLocaleString("en");

/** @param {number} share */
export const percent = (share) => `${Math.round(100 * share)} %`;

/**
 * "1 ply", "5 plies".
 * @param {number} count
 * @param {string} one
 * @param {string} many
 */
export const counted = (count, one, many) => `${grouped(count)} ${count === 1 ? one : many}`;
