// Runs one of npm's scripts with the settings that systemd gives the site: `node bin/environment-file.mjs FILE SCRIPT
// …`. systemd takes values literally (`EnvironmentFile=`). A shell would evaluate them, and Node's --env-file ends them
// at a `#`, so the command would work on a different database from the site's. Node built-ins only, and none newer than
// Node 20.0.
import { readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stop } from './packages.mjs';

/** Parses an environment file as systemd does: it skips comments and lines without a name, and replaces no `$`. */
export function settingsIn(text) {
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
      // A quote that isn't closed continues to the end of the file
      const quoted = take(/'([^']*)'?/y) ?? take(/"((?:[^"\\]|\\.?)*)"?/sy);
      if (!quoted) break;
      value += quoted[0].startsWith("'") ? quoted[1] : inDoubleQuotes(quoted[1]);
    }
    const [, rest] = take(/((?:[^\n\\]|\\[\s\S]?)*?)[ \t]*$/my);
    value += rest.replaceAll(/\\(.?)/gs, (_, next) => (next === '\n' ? '' : next));
    if (/^[a-z_]\w*[ \t]*$/i.test(name)) settings[name.trim()] = value;
  }
  return settings;
}

const inDoubleQuotes = (text) =>
  text.replaceAll(/\\(.?)/gs, (both, next) => (next === '\n' ? '' : '"\\`$'.includes(next) ? next : both));

// Node's argv has the path by which this file was called, which may be a link. Compared without resolving links, a
// backup called through a link would silently do nothing
if (realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const [file, ...args] = process.argv.slice(2);
  try {
    Object.assign(process.env, settingsIn(readFileSync(file, 'utf8')));
  } catch (error) {
    stop(`The settings can’t be read: ${error.message}`);
  }
  process.env.CALLED_AS = 'sudo callboard {}';
  process.argv = [process.execPath, join(dirname(fileURLToPath(import.meta.url)), 'run.mjs'), ...args];
  await import('./run.mjs');
}
