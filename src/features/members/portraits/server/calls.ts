import { maxMediaBytes } from '#features/publishing/media/limits.ts';
import { formatFirstPictureNote, prepareMedia, storePreparedMedia } from '#features/publishing/media/server/index.ts';
import { requireSession } from '#features/society/accounts/server/index.ts';
import { type AuditAction, createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { type Database, type DbTransaction, write } from '#platform/server/database/index.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, type CallRequest, ok } from '#platform/server/http/routes/call.ts';
import { toSafeFileName } from '#platform/server/http/routes/download.ts';
import type { FileStorage } from '#platform/server/storage/storage.ts';
import { nothingToRestoreMessage } from '#platform/shared/lifecycle.ts';
import { consentWording, getConsentMethod } from '../consent.ts';
import * as contract from '../contract.ts';
import {
  deletePortrait,
  findPortrait,
  findPortraitSubject,
  loadPortraitSubject,
  mayManagePortrait,
  type PortraitSubject,
  recordPortraitConsent,
  removePortraitConsent,
  restorePortrait,
  setPortrait,
} from './store.ts';

export function registerPortraitCalls({ call, db }: RouteRegistry, storage: FileStorage): void {
  const options = { access: mayManagePortrait, load: loadPortraitSubject };
  const uploads = { maxFiles: 1, maxBytes: maxMediaBytes.picture };
  call(contract.uploadPortrait, { ...options, uploads }, handleUpload(storage));
  call(contract.givePortraitConsent, options, handleGiveConsent(db));
  call(contract.withdrawPortraitConsent, options, handleWithdraw(db));
  call(contract.deletePortrait, options, handleDelete(db));
  call(contract.restorePortrait, options, handleRestore(db));
}

const handleUpload =
  (storage: FileStorage): CallHandler<typeof contract.uploadPortrait, PortraitSubject> =>
  async (request) => {
    const { subject, visitor, now } = request;
    const chooseOne = 'Choose a photograph first.';
    const upload = request.files.find(({ field }) => field === 'file') ?? refuse(400, chooseOne, { file: chooseOne });
    const prepared = await prepareMedia(storage, upload.arrival, { isPortrait: true });
    if (prepared.kind !== 'image') {
      await prepared.discard();
      const notPicture = 'A portrait has to be a photograph. Choose another file.';
      refuse(415, notPicture, { file: notPicture });
    }
    const { sizes } = await storePreparedMedia(prepared);
    const portrait = { id: newId(), person_id: subject.id, sizes, uploaded_by: visitor.id };
    const note = prepared.isFirstOfSeveral ? formatFirstPictureNote([toSafeFileName(upload.name)]) : '';
    return request.once(async (tx) => {
      await applyPortraitChange(tx, request, 'portrait.uploaded', () => setPortrait(tx, portrait, now));
      return ok(`Portrait uploaded. Visitors can’t see it yet.${note}`);
    });
  };

const handleGiveConsent =
  (db: Database): CallHandler<typeof contract.givePortraitConsent, PortraitSubject> =>
  async (request) => {
    const { body, visitor, now } = request;
    const isAdult = body.is_adult === 'yes';
    const guardian = isAdult ? '' : body.guardian;
    if (!isAdult && guardian === '') refuse(400, guardianNeededMessage, { guardian: guardianNeededMessage });
    await changePortrait(db, request, 'portrait.consent_given', async (tx, sitter) => {
      const form = getConsentMethod(sitter, visitor);
      if (form === 'no') refuse(403, `Only ${sitter.name} can agree, in their own account settings.`);
      if (form === 'guardian' && isAdult) refuse(403, `${sitter.name} is an adult, and has to agree themselves.`);
      if ((await findPortrait(tx, sitter.id))?.id !== body.portrait) refuse(409, replacedMessage);
      await recordPortraitConsent(tx, body.portrait, {
        ...{ consent_wording: consentWording, is_adult: isAdult ? 1 : 0, guardian },
        ...{ consent_recorded_by: visitor.id, at: now },
      });
    });
    return ok('Visitors can now see this portrait.');
  };

const handleWithdraw =
  (db: Database): CallHandler<typeof contract.withdrawPortraitConsent, PortraitSubject> =>
  async (request) => {
    await changePortrait(db, request, 'portrait.consent_withdrawn', async (tx, { id }) => {
      if (!(await removePortraitConsent(tx, id))) refuse(409, 'This portrait is already hidden from visitors.');
    });
    return ok('The portrait is hidden. Visitors can’t see it any more.');
  };

const handleDelete =
  (db: Database): CallHandler<typeof contract.deletePortrait, PortraitSubject> =>
  async (request) => {
    await changePortrait(db, request, 'portrait.deleted', async (tx, { id }) => {
      if (!(await deletePortrait(tx, id, request.now))) refuse(409, 'This portrait has already been deleted.');
    });
    return ok('Portrait deleted. You can restore it from Recently deleted for 30 days.');
  };

const handleRestore =
  (db: Database): CallHandler<typeof contract.restorePortrait, PortraitSubject> =>
  async (request) => {
    const { body, now } = request;
    await changePortrait(db, request, 'portrait.restored', async (tx, { id }) => {
      const restored = await restorePortrait(tx, { id: body.portrait, person: id, now });
      if (!restored) refuse(404, nothingToRestoreMessage);
    });
    return ok('Portrait restored. It’s hidden from visitors until somebody agrees to show it.');
  };

/** Makes a change and records it in the audit log, in one transaction. */
const changePortrait = (
  db: Database,
  request: CallRequest<unknown, PortraitSubject>,
  action: AuditAction,
  work: (tx: DbTransaction, sitter: PortraitSubject) => Promise<unknown>,
): Promise<void> => write(db, (tx) => applyPortraitChange(tx, request, action, (sitter) => work(tx, sitter)));

/**
 * Makes a change and records it in the audit log. The users who look after the portrait are looked up again, because
 * the person may have been linked, unlinked or merged in the meantime.
 */
async function applyPortraitChange(
  tx: DbTransaction,
  request: CallRequest<unknown, PortraitSubject>,
  action: AuditAction,
  work: (sitter: PortraitSubject) => Promise<unknown>,
): Promise<void> {
  const entry = { ...createAuditContext(request, action), subject: request.subject.id, detail: request.subject.name };
  await requireSession(tx, request.visitor);
  const sitter = await findPortraitSubject(tx, request.subject.id);
  if (!sitter || !mayManagePortrait.allows(request.visitor, sitter)) refuse(403, 'You can’t change this portrait.');
  else await work(sitter);
  await recordAudit(tx, entry);
}

const guardianNeededMessage = 'Enter the name of the parent or guardian who agrees. It’s needed for anyone under 18.';
const replacedMessage =
  'The portrait has been replaced or deleted since you opened this page. Reload the page, then decide.';
