import { parseArgs } from 'node:util';
import {
  type FeedbackState,
  feedbackStateLabels,
  formatMessageTopic,
} from '#features/administration/messages/message.ts';
import { listMessages, type Message, setFeedbackState } from '#features/administration/messages/server/index.ts';
import { write } from '#platform/server/database/index.ts';
import { formatCommand } from '#platform/server/program/program.ts';
import { runCommand, UsageError, withDatabase } from './command-line.ts';

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
    // The option is unknown, so the usage is shown, which lists the options
  }
  throw new UsageError(usage);
}

const formatUtc = (at: string) => `${at.slice(0, 16).replace('T', ' ')} UTC`;

function formatMessage({
  id,
  kind,
  received_at,
  about,
  name,
  contact,
  message,
  suspect,
  wants_reply,
  state,
}: Message): string {
  const doubt = suspect ? ' (probably automated: it was not emailed)' : '';
  const head = `${formatUtc(received_at)}  ${formatMessageTopic({ kind, about })}${doubt}`;
  if (kind === 'contact') return `${head}\n${name}, ${contact}\n\n${message}\n`;
  const answer = wants_reply ? 'would like a reply' : 'no reply needed';
  const line = `Feedback ${id}: ${feedbackStateLabels[state].toLowerCase()}`;
  return `${head}\n${line}\n${name}, ${contact}, ${answer}\n\n${message}\n`;
}

await runCommand(async () => {
  const { page, mark } = readArguments();
  if (mark) {
    const { id, state } = mark;
    const known = await withDatabase((db) => write(db, (tx) => setFeedbackState(tx, id, state)));
    if (!known) throw new UsageError('There’s no feedback with that ID. The ID is shown below the date.');
    console.log(`The member now sees: ${feedbackStateLabels[state]}.`);
    return;
  }
  // Loads one message more than a page shows, to find out if there are further pages
  const found = await withDatabase(({ read }) =>
    listMessages(read, { skip: (page - 1) * perPage, count: perPage + 1 }),
  );
  if (found.length === 0) console.log(page === 1 ? 'No messages yet.' : 'There are no more messages.');
  for (const message of found.slice(0, perPage)) console.log(`${formatMessage(message)}\n---\n`);
  if (found.length > perPage) console.log(`There are more: ${formatCommand('messages')} --page ${page + 1}`);
});
