/** A process that starts on the database it is told of, and ends. Tests run several at once. */
import { migrations } from '../../../migrations/index.ts';
import { openDatabase } from './index.ts';

const [place = ''] = process.argv.slice(2);
const db = await openDatabase(JSON.parse(place), migrations);
await db.close();
