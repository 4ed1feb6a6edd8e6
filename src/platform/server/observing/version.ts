import { readFileSync } from 'node:fs';

const packageFile = new URL('../../../../package.json', import.meta.url);

/** Which Callboard this is: "0.1.0". */
export const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };
