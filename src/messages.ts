import { parseArgs } from 'node:util';
import { allMessages, type ContactMessage } from '#features/publishing/contact/server/index.ts';
import { allFeedback, type Feedback, markFeedback } from '#features/publishing/feedback/server/index.ts';
import { type FeedbackState, feedbackStateLabels, feedbackTopicLabels } from '#features/publishing/feedback/topics.ts';
import { type Database, write } from '#platform/server/database/index.ts';
import { runCommand, UsageError, withDatabase } from './command-line.ts';
import { formatCommand } from './command-names.ts';

const usage = `Choose a page of messages and feedback, newest first, or mark feedback as read or done: ${formatCommand('messages')} [--page 2] [--read ID] [--done ID]`;
const perPage = 50;

interface Options {
  page: number;
  mark?: { id: string; state: FeedbackState };
}

function readArguments(): Options {
  try {
    const text = { type: 'string' } as const;
    const { values } = parseArgs({ options: { page: { ...text, default: '1' }, read: text, done: text } });
    const page = Number(values.page);
    if (values.read !== undefined) return { page: 1, mark: { id: values.read, state: 'seen' } };
    if (values.done !== undefined) return { page: 1, mark: { id: values.done, state: 'done' } };
    if (Number.isSafeInteger(page) && page > 0) return { page };
  } catch {
    // An unknown option: the usage lists them.
  }
  throw new UsageError(usage);
}

const utc = (at: string) => `${at.slice(0, 16).replace('T', ' ')} UTC`;

function message({ received_at, subject, name, contact, message: text, suspect }: ContactMessage): string {
  const doubt = suspect ? ' (probably automated: it was not emailed)' : '';
  return `${utc(received_at)}  ${subject}${doubt}\n${name}, ${contact}\n\n${text}\n`;
}

function feedback({ id, received_at, about, name, email, message: text, wants_reply, state }: Feedback): string {
  const answer = wants_reply ? 'would like a reply' : 'no reply needed';
  const line = `Feedback ${id}: ${feedbackStateLabels[state].toLowerCase()}`;
  return `${utc(received_at)}  ${feedbackTopicLabels[about]}\n${line}\n${name}, ${email}, ${answer}\n\n${text}\n`;
}

/** Returns one page of both kinds, newest first, and one more entry if there are more. */
async function written(db: Database, page: number): Promise<string[]> {
  const count = page * perPage + 1;
  const messages = await allMessages(db.read, { count });
  const told = await allFeedback(db.read, { count });
  return [
    ...messages.map((one) => ({ at: one.received_at, text: message(one) })),
    ...told.map((one) => ({ at: one.received_at, text: feedback(one) })),
  ]
    .sort((a, b) => (a.at < b.at ? 1 : -1))
    .slice((page - 1) * perPage, count)
    .map(({ text }) => text);
}

await runCommand(async () => {
  const { page, mark } = readArguments();
  if (mark) {
    const { id, state } = mark;
    const known = await withDatabase((db) => write(db, (tx) => markFeedback(tx, id, state)));
    if (!known) throw new UsageError('There’s no feedback with that ID. The ID is shown below the date.');
    console.log(`The member sees now: ${feedbackStateLabels[state]}.`);
    return;
  }
  const found = await withDatabase((db) => written(db, page));
  if (found.length === 0) console.log(page === 1 ? 'No messages yet.' : 'There are no more messages.');
  for (const text of found.slice(0, perPage)) console.log(`${text}\n---\n`);
  if (found.length > perPage) console.log(`There are more: ${formatCommand('messages')} --page ${page + 1}`);
});
