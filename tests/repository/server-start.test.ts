import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../support/site/self-hosting.ts';

test.each(['sharp', 'libheif-js', 'harfbuzzjs', 'bidi-js'])(
  'the server loads %s when it is first needed, not when it starts',
  (name) => {
    const program = readFileSync(join(root, 'dist', 'program', 'program.js'), 'utf8');
    const atStart = Array.from(program.matchAll(/^import [^;]*?"([^"]+)";$/gm), ([, from]) => from);
    expect(atStart).toContain('better-sqlite3');
    expect(atStart.filter((from) => from?.startsWith(name))).toEqual([]);
  },
);
