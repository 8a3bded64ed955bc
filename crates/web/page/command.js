// The command that asks about the position at hand. Pure.

/** A text as one word of a shell. @param {string} text */
const quoted = (text) => (/^[\w,.:/=@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/**
 * @param {import("./types").State} state
 * @param {Pick<import("./types").Position, "position">} shown the position that it leads to
 */
export function command({ game, options, position, moves, at }, shown) {
  const words = ["perfectplay", "solve", game];
  for (const [name, value] of Object.entries(options)) words.push("--set", `${name}=${value}`);
  if (position) words.push("--position", at ? shown.position : position);
  else if (at) words.push("--moves", moves.slice(0, at).join(","));
  return words.map(quoted).join(" ");
}
