import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

let list: Promise<ReadonlySet<string>> | undefined;

/**
 * The passwords that are tried first, folded: some 14,000 from published counts of leaked ones. Stored packed, since
 * nobody should have to read them; loaded when the first password is chosen.
 */
export function commonPasswords(): Promise<ReadonlySet<string>> {
  list ??= readFile(join(import.meta.dirname, 'common-passwords.txt.gz'))
    .then(promisify(gunzip))
    .then((text) => new Set(text.toString().trim().split('\n')));
  return list;
}
