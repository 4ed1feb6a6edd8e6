/** A process that opens the given database, and ends. Tests run several at once. */
import { migrations } from '../../../migrations/index.ts';
import { openDatabase } from './index.ts';

const [place = ''] = process.argv.slice(2);
const db = await openDatabase(JSON.parse(place), migrations);
await db.close();
