import { findUserByEmail, linkPerson, mayUse } from '#features/accounts/server/index.ts';
import { recordAudit } from '#platform/server/audit/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { type Writing, write } from '#platform/server/database/index.ts';
import { type Act, ok } from '#platform/server/http/call.ts';
import type { Visit } from '#platform/server/http/page.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { mustBeRecent } from '#platform/server/http/recent-password.ts';
import { refuse } from '#platform/server/http/refusal.ts';
import type { Visitor } from '#platform/server/http/visitor.ts';
import { LinkPerson, MergePerson, OtherPerson, RenamePerson, StylePerson } from '../contract.ts';
import { setApart } from './apart.ts';
import { personsOfUser, renamePerson, unlinkPerson, userOfPerson } from './edit.ts';
import { type MergeFault, mergePeople, unmergePerson } from './merge.ts';
import { setCreditStyle } from './own-credits.ts';
import { findPerson, keptPersons } from './store.ts';

const access = mayUse('admin');

type Person = NonNullable<Awaited<ReturnType<typeof findPerson>>>;

/** What is done to people on their screens. */
export function managingPeopleCalls({ call, db }: Platform): void {
  /** Changes and notes it in one. */
  const change = (
    act: Act<unknown, Person>,
    action: string,
    detail: string,
    work: (tx: Writing) => Promise<unknown>,
  ) => {
    const { now, visitor, client, thing } = act;
    const entry = { id: newId(), at: now, actor: visitor, action, detail, subject: thing.id, address: client.address };
    return write(db, async (tx) => {
      await work(tx);
      await recordAudit(tx, entry);
    });
  };
  const on = personOf;

  call('POST', '/members/api/people/:id/rename', { access, on, accepts: RenamePerson }, async (act) => {
    const { thing, body } = act;
    const rename = { id: thing.id, from: thing.name, to: body.name, keepsPrinted: body.how === 'changed' };
    await change(act, 'renamed a person', `${thing.name}: ${body.name}`, async (tx) => {
      if (!(await renamePerson(tx, rename))) refuse(409, taken(body.name), { name: taken(body.name) });
    });
    return ok(
      body.how === 'changed'
        ? `${body.name} it is from now on. Credits keep the name they were printed with.`
        : `${body.name} it is, everywhere.`,
    );
  });

  call('POST', '/members/api/people/:id/credit_style', { access, on, accepts: StylePerson }, async (act) => {
    const { thing, body } = act;
    await change(act, 'changed how a name shows', `${thing.name}: ${body.credit_style}`, (tx) =>
      setCreditStyle(tx, thing.id, body.credit_style, 'admin'),
    );
    return ok('Credits now show the name like this.');
  });

  call('POST', '/members/api/people/:id/merge', { access, grave: 'in part', on, accepts: MergePerson }, async (act) => {
    const { thing, body, visitor, now } = act;
    const into = (await findPerson(db.read, body.into)) ?? refuse(400, unknown, { into: unknown });
    // The credits of one become those of the member who signs in as the other
    if ((await userOfPerson(db.read, thing.id)) ?? (await userOfPerson(db.read, into.id))) mustBeRecent(act);
    await change(act, 'merged two people', `${thing.name} into ${into.name}`, async (tx) => {
      const fault = await mergePeople(
        tx,
        { person: thing.id, into: into.id, by: visitor.name, word: wordOf(visitor) },
        now,
      );
      if (fault) refuse(409, faults[fault]);
    });
    return ok(`${thing.name} and ${into.name} are one now. You can part them again at any time.`);
  });

  call('POST', '/members/api/people/:id/unmerge', { access, on }, async (act) => {
    const { thing } = act;
    await change(act, 'parted two people', thing.name, async (tx) => {
      if (!(await unmergePerson(tx, thing.id, wordOf(act.visitor))))
        refuse(409, `${thing.name} is someone of their own already.`);
    });
    return ok(`${thing.name} is someone of their own again, with their credits.`);
  });

  call('POST', '/members/api/people/:id/two', { access, on, accepts: OtherPerson }, async (act) => {
    const { thing, body, now } = act;
    const other = await otherThan(thing, body.other);
    await change(act, 'put aside two near names', `${thing.name} and ${other.name}`, (tx) =>
      setApart(tx, [thing.id, other.id], now),
    );
    return ok(`${thing.name} and ${other.name} are two people. Nobody is asked about them again.`);
  });

  call('POST', '/members/api/people/:id/maybe_one', { access, on, accepts: OtherPerson }, async (act) => {
    const { thing, body } = act;
    const other = await otherThan(thing, body.other);
    await change(act, 'took up two near names again', `${thing.name} and ${other.name}`, (tx) =>
      setApart(tx, [thing.id, other.id], null),
    );
    return ok(`${thing.name} and ${other.name} are among the near names again.`);
  });

  async function otherThan(person: Person, id: string): Promise<Person> {
    const other = await findPerson(db.read, id);
    return other && other.id !== person.id ? other : refuse(400, unknown, { other: unknown });
  }

  // Their credits may open what is a director's
  call('POST', '/members/api/people/:id/link', { access, grave: true, on, accepts: LinkPerson }, async (act) => {
    const { thing, body, visitor, now } = act;
    const user = (await findUserByEmail(db.read, body.email)) ?? refuse(404, noUser, { email: noUser });
    const name = `${user.firstname} ${user.lastname}`.trim();
    await change(act, 'linked a person to a member', `${thing.name}: ${name}`, async (tx) => {
      const before = await userOfPerson(tx, thing.id);
      if (before && before.id !== user.id) refuse(409, `${thing.name} is linked to another member. Unlink them first.`);
      const persons = [...(await keptPersons(tx, await personsOfUser(tx, user.id))).values()];
      const other = persons.find((id) => id !== thing.id);
      await linkPerson(tx, { user_id: user.id, person_id: thing.id, by: visitor.id });
      // One member's names are one person (CONTRACT §3)
      const fault =
        other &&
        (await mergePeople(tx, { person: thing.id, into: other, by: visitor.name, word: wordOf(visitor) }, now));
      if (fault) refuse(409, faults[fault]);
    });
    return ok(`${name} is ${thing.name}: their pages and credits are one.`);
  });

  call('POST', '/members/api/people/:id/unlink', { access, on }, async (act) => {
    const { thing } = act;
    await change(act, 'unlinked a person from a member', thing.name, async (tx) => {
      const user = (await userOfPerson(tx, thing.id)) ?? refuse(409, `Nobody signs in as ${thing.name}.`);
      await unlinkPerson(tx, thing.id, user.id);
    });
    return ok(`Nobody signs in as ${thing.name} now.`);
  });
}

/** On whose word people are one; an admin's is the society's. */
const wordOf = ({ id, role }: Visitor) => (role === 'admin' ? undefined : id);

const personOf = ({ db, params }: Visit) => findPerson(db, params.id ?? '');

const unknown = 'Choose who they are from the list.';
const noUser = 'No member has that email address.';
const taken = (name: string) => `There is a ${name} already. If that is the same person, merge the two.`;
const faults: Record<MergeFault, string> = {
  'the same': 'The two are one already.',
  'merged before': 'They were merged before. Part them first.',
  'two users': 'The two belong to two members who sign in. Unlink one of them first.',
};
