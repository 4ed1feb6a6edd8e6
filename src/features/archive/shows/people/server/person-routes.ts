import {
  adminRequiredMessage,
  adminsOnly,
  findUser,
  findUserByEmail,
  mayUse,
  requireSession,
} from '#features/society/accounts/server/index.ts';
import { type AuditAction, createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
import { type Database, type DbReader, type DbTransaction, write } from '#platform/server/database/index.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import { requireRecentAuthentication, type Visitor } from '#platform/server/http/request/visitor.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, type CallRequest, ok } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import * as contract from '../contract.ts';
import { type MergeRefusalReason, mergePeople, renamePerson, unmergePerson } from './edit.ts';
import { setPairMarkedDifferent } from './people-pages.ts';
import { findPerson, requireUnmergedPerson, resolveCurrentPersonIds } from './store.ts';
import {
  findLinkedUser,
  guardLinkedPeople,
  linkPerson,
  listLinkedPersonIds,
  mayChangeCreditStyle,
  setCreditStyle,
  unlinkPerson,
} from './user-persons.ts';

const access = mayUse('admin');

type Person = NonNullable<Awaited<ReturnType<typeof findPerson>>>;

/** Registers the calls that change people. */
export function registerPersonRoutes({ call, db }: RouteRegistry): void {
  const load = personOf;

  call(contract.renamePerson, { access, load }, rename(db));
  call(contract.setPersonCreditStyle, { access, load }, changeCreditStyle(db));
  call(contract.mergePerson, { access, requiresReauthentication: 'in part', load }, merge(db));
  call(contract.unmergePerson, { access, load }, unmerge(db));
  call(contract.markPeopleDifferent, { access, load }, markDifferent(db));
  call(contract.unmarkPeopleDifferent, { access, load }, unmarkDifferent(db));

  // The person's credits may give the linked member a director's rights
  call(contract.linkPerson, { access: adminsOnly, requiresReauthentication: true, load }, link(db));
  call(contract.unlinkPerson, { access: adminsOnly, accountSecurity: true, load }, unlink(db));
}

const rename =
  (db: Database): CallHandler<typeof contract.renamePerson, Person> =>
  async (request) => {
    const { subject, body, visitor, now } = request;
    const keepsPrinted = body.how === 'changed';
    const rename = { id: subject.id, from: subject.name, to: body.name, keepsPrinted, visitor, now };
    await change(db, request, { action: 'person.renamed', detail: `${subject.name}: ${body.name}` }, async (tx) => {
      if (!(await renamePerson(tx, rename))) refuse(409, nameTaken(body.name), { name: nameTaken(body.name) });
    });
    return ok(
      body.how === 'changed'
        ? `Renamed to ${body.name}. Earlier credits stay as printed, unless chosen otherwise for this person.`
        : `Renamed to ${body.name}. Credits with the misspelt name are corrected too.`,
    );
  };

const changeCreditStyle =
  (db: Database): CallHandler<typeof contract.setPersonCreditStyle, Person> =>
  async (request) => {
    const { subject, body, visitor } = request;
    await change(
      db,
      request,
      { action: 'person.credit_style_changed', detail: `${subject.name}: ${body.credit_style}` },
      async (tx) => {
        await requireUnmergedPerson(tx, subject);
        const current = await findPerson(tx, subject.id);
        if (current && !mayChangeCreditStyle(current, visitor)) refuse(403, chosenByOwner);
        await setCreditStyle(tx, subject.id, body.credit_style, 'admin');
      },
    );
    return ok('Saved. Credits now show the name this way.');
  };

const merge =
  (db: Database): CallHandler<typeof contract.mergePerson, Person> =>
  async (request) => {
    const { subject, body, visitor, now } = request;
    const into = await findOther(db.read, subject, { field: 'into', id: body.into });
    await change(db, request, { action: 'person.merged', detail: `${subject.name} into ${into.name}` }, async (tx) => {
      // The merged person's credits go to the member who is linked to the other person
      if (await guardLinkedPeople(tx, visitor, [subject.id, into.id])) requireRecentAuthentication(request);
      const fault = await mergePeople(
        tx,
        { person: subject.id, into: into.id, by: visitor.name, responsible: getResponsibleUser(visitor) },
        now,
      );
      if (fault) refuse(409, faults[fault]);
    });
    return ok(`Merged ${subject.name} and ${into.name}. You can separate them again at any time.`);
  };

const unmerge =
  (db: Database): CallHandler<typeof contract.unmergePerson, Person> =>
  async (request) => {
    const { subject } = request;
    await change(db, request, { action: 'person.unmerged', detail: subject.name }, async (tx) => {
      await guardLinkedPeople(tx, request.visitor, [subject.id]);
      if (
        !(await unmergePerson(tx, subject.id, { now: request.now, responsible: getResponsibleUser(request.visitor) }))
      )
        refuse(409, `${subject.name} is already a separate person.`);
    });
    return ok(`${subject.name} is a separate person again, with their own credits.`);
  };

const markDifferent =
  (db: Database): CallHandler<typeof contract.markPeopleDifferent, Person> =>
  async (request) => {
    const { subject, body, now } = request;
    const other = await findOther(db.read, subject, { field: 'other', id: body.other });
    await change(
      db,
      request,
      { action: 'person.marked_different', detail: `${subject.name} and ${other.name}` },
      (tx) => setPairMarkedDifferent(tx, [subject.id, other.id], now),
    );
    return ok(`Marked ${subject.name} and ${other.name} as different people. We won’t ask about them again.`);
  };

const unmarkDifferent =
  (db: Database): CallHandler<typeof contract.unmarkPeopleDifferent, Person> =>
  async (request) => {
    const { subject, body } = request;
    const other = await findOther(db.read, subject, { field: 'other', id: body.other });
    await change(
      db,
      request,
      { action: 'person.unmarked_different', detail: `${subject.name} and ${other.name}` },
      (tx) => setPairMarkedDifferent(tx, [subject.id, other.id], null),
    );
    return ok(`${subject.name} and ${other.name} are back in the list of similar names.`);
  };

const link =
  (db: Database): CallHandler<typeof contract.linkPerson, Person> =>
  async (request) => {
    const { subject, body, visitor, now } = request;
    const user =
      body.member === ''
        ? ((await findUserByEmail(db.read, body.email)) ?? refuse(404, noUser, { email: noUser }))
        : ((await findUser(db.read, body.member)) ?? refuse(404, noMember, { member: noMember }));
    const name = `${user.firstname} ${user.lastname}`.trim();
    let isMerged = false;
    await change(db, request, { action: 'person.linked', detail: `${subject.name}: ${name}` }, async (tx) => {
      await requireSession(tx, visitor);
      await requireUnmergedPerson(tx, subject);
      const before = await findLinkedUser(tx, subject.id);
      if (before && before.id !== user.id)
        refuse(409, `${subject.name} is linked to another member. Unlink them first.`);
      const persons = [...(await resolveCurrentPersonIds(tx, await listLinkedPersonIds(tx, user.id))).values()];
      const other = await findPerson(tx, persons.find((id) => id !== subject.id) ?? '');
      await linkPerson(tx, { user_id: user.id, person_id: subject.id, by: visitor.id });
      if (!other) return;
      // All persons of a member are merged, so that all the member's names belong to one person
      const merge = { person: subject.id, into: other.id, by: visitor.name, responsible: getResponsibleUser(visitor) };
      const fault = await mergePeople(tx, merge, now);
      if (fault) refuse(409, faults[fault]);
      const entry = { ...createAuditContext(request, 'person.merged'), subject: subject.id };
      await recordAudit(tx, { ...entry, detail: `${subject.name} into ${other.name}` });
      isMerged = true;
    });
    const merged = isMerged ? ' This entry was merged with the member’s earlier entry.' : '';
    return ok(`Linked ${name} to ${subject.name}.${merged}`);
  };

const unlink =
  (db: Database): CallHandler<typeof contract.unlinkPerson, Person> =>
  async (request) => {
    const { subject } = request;
    await change(db, request, { action: 'person.unlinked', detail: subject.name }, async (tx) => {
      await requireUnmergedPerson(tx, subject);
      const user = (await findLinkedUser(tx, subject.id)) ?? refuse(409, `${subject.name} isn’t linked to a member.`);
      await unlinkPerson(tx, subject.id, user.id);
    });
    return ok(`${subject.name} is no longer linked to a member.`);
  };

/** Makes a change and records it in the audit log, in one write. */
function change(
  db: Database,
  request: CallRequest<unknown, Person>,
  { action, detail }: { action: AuditAction; detail: string },
  work: (tx: DbTransaction) => Promise<unknown>,
): Promise<void> {
  const entry = { ...createAuditContext(request, action), detail, subject: request.subject.id };
  return write(db, async (tx) => {
    await work(tx);
    await recordAudit(tx, entry);
  });
}

/**
 * Finds the other person of a pair.
 * @throws HttpError 400 if the id is unknown, or the person's own
 */
async function findOther(
  db: DbReader,
  person: Person,
  { field, id }: { field: 'into' | 'other'; id: string },
): Promise<Person> {
  const other = await findPerson(db, id);
  return other && other.id !== person.id ? other : refuse(400, unknown, { [field]: unknown });
}

/** Returns the id of the user who is responsible for a merge; undefined for admins, who act for the society. */
const getResponsibleUser = ({ id, role }: Visitor) => (role === 'admin' ? undefined : id);

const personOf = ({ db, params }: PageRequest) => findPerson(db, params.id ?? '');

const chosenByOwner = `This person chose how their name is shown. ${adminRequiredMessage}`;
const unknown = 'Choose the other person from the list.';
const noMember = 'Choose the member from the list.';
const noUser = 'No member has that email address.';
const nameTaken = (name: string) =>
  `There is already somebody called ${name}. If they are the same person, merge the two.`;
const faults: Record<MergeRefusalReason, string> = {
  'the same': 'These two people have already been merged.',
  'merged before': 'This person has already been merged with someone. Separate them first.',
  'two users': 'These two people are linked to different members. Unlink one of the two first.',
};
