import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

let cached: Promise<ReadonlySet<string>> | undefined;

/**
 * Loads some 14,000 common passwords, folded, from published counts of leaked passwords. The file is compressed so that
 * nobody has to see them.
 */
export function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  cached ??= readFile(join(import.meta.dirname, 'common-passwords.txt.gz'))
    .then(promisify(gunzip))
    .then((text) => new Set(text.toString().trim().split('\n')));
  return cached;
}
