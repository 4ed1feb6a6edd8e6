// Reads the settings that systemd gives the site (`EnvironmentFile=`). systemd takes values literally. A shell would
// evaluate them, and Node's --env-file ends them at a `#`, so a command could use a different database from the site's.

/** Parses an environment file as systemd does: skips comments and lines without a valid name, and expands no `$`. */
export function parseSettings(text) {
  const source = text.replaceAll(/\r\n?/g, '\n');
  const settings = {};
  let at = 0;
  /** Matches a pattern at the current position, and moves the position to the end of the match. */
  const take = (pattern) => {
    pattern.lastIndex = at;
    const found = pattern.exec(source);
    at += found?.[0].length ?? 0;
    return found;
  };
  while (at < source.length) {
    take(/\s*/y);
    if (take(/[#;].*/y)) continue;
    const [name] = take(/[^=\n]*/y);
    if (!take(/=/y)) continue;
    let value = '';
    for (;;) {
      take(/[ \t]*/y);
      // A quoted part without a closing quote extends to the end of the file
      const quoted = take(/'([^']*)'?/y) ?? take(/"((?:[^"\\]|\\.?)*)"?/sy);
      if (!quoted) break;
      value += quoted[0].startsWith("'") ? quoted[1] : unescapeDoubleQuoted(quoted[1]);
    }
    const [, rest] = take(/((?:[^\n\\]|\\[\s\S]?)*?)[ \t]*$/my);
    value += rest.replaceAll(/\\(.?)/gs, (_, next) => (next === '\n' ? '' : next));
    if (/^[a-z_]\w*[ \t]*$/i.test(name)) settings[name.trim()] = value;
  }
  return settings;
}

const unescapeDoubleQuoted = (text) =>
  text.replaceAll(/\\(.?)/gs, (both, next) => (next === '\n' ? '' : '"\\`$'.includes(next) ? next : both));
