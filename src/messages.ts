import { parseArgs } from 'node:util';
import { onDatabase, runCommand, UsageFault } from './command-line.ts';
import { allMessages, type ContactMessage } from './features/contact/server/index.ts';

const usage = 'Say which page of messages to read, newest first: npm run messages -- [--page 2]';
const perPage = 50;

function readArguments(): { page: number } {
  try {
    const { values } = parseArgs({ options: { page: { type: 'string', default: '1' } } });
    const page = Number(values.page);
    if (Number.isSafeInteger(page) && page > 0) return { page };
  } catch {
    // An option that there is not: the usage says which there are.
  }
  throw new UsageFault(usage);
}

function written({ received_at, subject, name, contact, message, suspect }: ContactMessage): string {
  const doubt = suspect ? ' (likely from a program: it was not mailed)' : '';
  return `${received_at.slice(0, 16).replace('T', ' ')} UTC  ${subject}${doubt}\n${name}, ${contact}\n\n${message}\n`;
}

await runCommand(async () => {
  const { page } = readArguments();
  const skip = (page - 1) * perPage;
  const found = await onDatabase((db) => allMessages(db.read, { skip, count: perPage + 1 }));
  if (found.length === 0) console.log(page === 1 ? 'Nobody has written yet.' : 'There are no more messages.');
  for (const message of found.slice(0, perPage)) console.log(`${written(message)}\n---\n`);
  if (found.length > perPage) console.log(`There are more: npm run messages -- --page ${page + 1}`);
});
