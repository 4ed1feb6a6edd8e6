/**
 * A process that opens the given database as soon as its input ends, and then exits. Tests run several, and let them
 * begin at the same moment.
 */
import { once } from 'node:events';
import { migrations } from '../../../migrations/index.ts';
import { openDatabase } from './index.ts';

const [place = ''] = process.argv.slice(2);
console.log('ready');
await once(process.stdin.resume(), 'end');
const db = await openDatabase(JSON.parse(place), migrations);
await db.close();
