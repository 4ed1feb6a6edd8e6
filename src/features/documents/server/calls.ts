import { mayUse } from '#features/accounts/server/index.ts';
import { uploadLimits } from '#features/files/accepted-files.ts';
import { fileTitle } from '#features/files/address.ts';
import { nameAfterReplacing, withEndingOf } from '#features/files/free-name.ts';
import { addFiles, changeDoc, docNamed, findDoc, keepUploads, replaceDoc } from '#features/files/server/index.ts';
import { readSettings, saveSettings } from '#features/society/server/index.ts';
import { doneBy, recordAudit } from '#platform/server/audit/index.ts';
import { write } from '#platform/server/database/index.ts';
import { type CallRequest, ok } from '#platform/server/http/call.ts';
import { safeName } from '#platform/server/http/download.ts';
import type { PageRequest } from '#platform/server/http/page.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { notFound, refuse } from '#platform/server/http/refusal.ts';
import type { Storage } from '#platform/server/storage/storage.ts';
import { ChangeDoc, DocsText, UploadDocs } from '../contract.ts';

const access = mayUse('society_write');
const base = '/members/api/docs';

/** Calls for Member Docs; deleting and restoring use the calls that all files have. */
export function documentsCalls({ call, db }: Platform, storage: Storage): void {
  call('POST', `${base}/upload`, { access, accepts: UploadDocs, uploads: uploadLimits }, async (act) => {
    const member_docs = act.body.readers;
    const kept = await keepUploads(storage, sentFiles(act), { member_docs });
    const note = doneBy(act);
    const files = await write(db, async (tx) => {
      const added = await addFiles(tx, kept, act);
      const detail = added.map(({ name }) => name).join(', ');
      await recordAudit(tx, { ...note, action: 'added documents', detail });
      return added;
    });
    const [first] = files;
    const what = files.length === 1 && first ? fileTitle(first.name) : `${files.length} documents`;
    const whom = member_docs === 'public' ? 'everyone to read' : 'members to read';
    return ok(`${what} ${files.length === 1 ? 'is' : 'are'} here, for ${whom}.`, {
      files: files.map(({ id, name }) => ({ id, name })),
    });
  });

  call('POST', `${base}/text`, { access, accepts: DocsText }, async (act) => {
    const { content, before } = act.body;
    const note = doneBy(act);
    await write(db, async (tx) => {
      const { docsText } = await readSettings(tx);
      if (before !== undefined && sameText(before) !== sameText(docsText)) refuse(409, overtaken);
      await saveSettings(tx, { docsText: content });
      await recordAudit(tx, { ...note, action: 'changed the words above Member Docs' });
    });
    return ok('The words above the list are saved.');
  });

  const load = docOf;
  call('POST', `${base}/:id`, { access, load, accepts: ChangeDoc }, async (act) => {
    const { body, subject } = act;
    // Its kind stays: a missing extension is added again
    const name = withEndingOf(safeName(body.name), subject.name);
    const was = {
      name: body.was_name === undefined ? subject.name : storedName(body.was_name, subject.name),
      member_docs: body.was_readers ?? subject.member_docs,
    };
    const note = { ...doneBy(act), action: 'changed a document', subject: subject.id };
    await write(db, async (tx) => {
      if (await docNamed(tx, name, subject.id)) {
        const taken = 'Another document has that name already: choose a different one.';
        refuse(409, taken, { name: taken });
      }
      if (!(await changeDoc(tx, subject.id, was, { name, member_docs: body.readers }))) refuse(409, overtaken);
      await recordAudit(tx, { ...note, detail: `${subject.name}: ${name}, for ${body.readers}` });
    });
    const whom = body.readers === 'public' ? 'Everyone may read it.' : 'Members may read it.';
    return ok(`${fileTitle(name)} is saved. ${whom}`);
  });

  call('POST', `${base}/:id/replace`, { access, load, uploads: { ...uploadLimits, most: 1 } }, async (act) => {
    const { subject, now, visitor } = act;
    const [kept] = await keepUploads(storage, sentFiles(act), { member_docs: subject.member_docs });
    if (!kept) return notFound();
    const note = { ...doneBy(act), action: 'replaced a document', subject: subject.id };
    await write(db, async (tx) => {
      const renamed = nameAfterReplacing(subject.name, kept.name);
      if (renamed !== subject.name && (await docNamed(tx, renamed, subject.id))) {
        refuse(409, `There is a ${fileTitle(renamed)} already. Rename one of the two first.`);
      }
      const name = (await replaceDoc(tx, subject.id, kept, { at: now, by: visitor.name })) ?? notFound();
      await recordAudit(tx, { ...note, detail: name });
    });
    return ok(`${fileTitle(subject.name)} is replaced. You can bring the version before back for 30 days.`);
  });
}

type Doc = NonNullable<Awaited<ReturnType<typeof docOf>>>;

async function docOf({ db, params }: PageRequest) {
  const doc = await findDoc(db, params.id ?? '');
  return (
    doc && ({ id: doc.id, name: doc.name, member_docs: doc.member_docs === 'public' ? 'public' : 'members' } as const)
  );
}

/** A name as typed on a screen, as it is stored: underscores are shown as spaces. */
const storedName = (shown: string, name: Doc['name']) => (fileTitle(name) === fileTitle(shown) ? name : shown);

const sameText = (text: string) => text.replace(/\r\n?/g, '\n').trim();

const overtaken = 'Someone else has changed this meanwhile. Nothing of yours is lost: copy it, then reload the page.';

function sentFiles({ files }: Pick<CallRequest, 'files'>) {
  const sent = files.filter(({ field }) => field === 'files');
  if (sent.length === 0) refuse(400, 'Choose a file first.', { files: 'Choose a file first.' });
  return sent;
}
