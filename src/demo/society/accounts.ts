import type { NewUser } from '#features/society/accounts/server/index.ts';
import { deriveId } from '#platform/server/crypto/ids.ts';
import type { CalendarDate } from '#platform/shared/dates/dates.ts';
import type { DemoSociety } from './demo.ts';

/** The password of the four demo accounts that can sign in. The site's own rules would refuse it. */
export const demoPassword = 'curtain-up-2026';
export const demoSignInAddresses = ['admin', 'author', 'director', 'member'].map((name) => `${name}@demo.example`);

const idOf = (email: string) => deriveId(`demo user ${email}`);

/** The ids of the four demo accounts that can sign in. Any of them may later belong to a real person. */
export const demoSignInAccountIds = demoSignInAddresses.map(idOf);

/** An account of the demo, with the credited person to whom it is linked. */
export interface DemoAccount {
  user: NewUser;
  person: string;
}

/** The number of members in addition to the four who can sign in. */
const members = 30;

/**
 * First names of fictional emergency contacts. All phone numbers of the demo's accounts are among those that Ofcom
 * reserves for fiction.
 */
const kin = ['Sam', 'Jo', 'Alex', 'Chris', 'Pat', 'Robin', 'Ashley', 'Leslie', 'Kim', 'Frances'];
const number = (place: number) => `01632 960${String(100 + place)}`;

/**
 * Builds the demo's accounts on `today`: the director of the next show, one of its cast, an author and an admin, and
 * thirty more people who took part recently.
 */
export function buildDemoAccounts({ shows }: Pick<DemoSociety, 'shows'>, today: CalendarDate): DemoAccount[] {
  const next = shows.filter((show) => show.date >= today).toSorted((a, b) => (a.date < b.date ? -1 : 1))[0];
  const lately = shows.toSorted((a, b) => (a.date < b.date ? 1 : -1)).slice(0, 6);
  const directing = next?.credits.find(({ kind, role }) => kind === 'crew' && role === 'Director')?.person;
  const acting = next?.credits.find(({ kind, person }) => kind === 'cast' && person !== directing)?.person;
  const named: Record<string, string | undefined> = {
    admin: 'Victoria Crane',
    author: 'Amy Treadwell',
    director: directing,
    member: acting,
  };
  const chosen = new Set(Object.values(named).filter((name) => name !== undefined));
  const cast = [...(next ? [next] : []), ...lately].flatMap(({ credits }) => credits.map(({ person }) => person));
  const others = [...new Set(cast)].filter((name) => !chosen.has(name)).slice(0, members);

  const first = Object.entries(named).flatMap(([login, person], place) =>
    person ? [account({ person, place, email: `${login}@demo.example`, role: roleOf(login) })] : [],
  );
  const rest = others.map((person, place) =>
    account({ person, place: place + first.length, email: addressOf(person), role: 'member' }),
  );
  return [...first, ...rest];
}

/** A new registration, for an admin to approve. */
export const pendingUser: NewUser = {
  id: deriveId('demo user waiting'),
  email: 'priya.nair@demo.example',
  firstname: 'Priya',
  lastname: 'Nair',
  status: 'awaiting',
};

/**
 * Returns true if the demo created this account. An account whose email address has been changed since then belongs to
 * a real person, unless it is one of the four that can sign in, or the one that waits for approval.
 */
export const isDemoAccount = ({ id, email }: { id: string; email: string }): boolean =>
  demoSignInAccountIds.includes(id) || id === idOf(email) || id === pendingUser.id;

const roleOf = (login: string) => (login === 'admin' || login === 'author' ? login : 'member');

const addressOf = (person: string) =>
  `${person
    .normalize('NFKD')
    .replace(/\p{Mn}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z]+/g, '.')
    .replace(/^\.|\.$/g, '')}@lanternside.example`;

function account(some: {
  person: string;
  place: number;
  email: string;
  role: NonNullable<NewUser['role']>;
}): DemoAccount {
  const { person, place, email, role } = some;
  const [firstname = '', ...rest] = person.split(' ');
  const lastname = rest.join(' ');
  // One member in ten hasn't named an emergency contact, as in any society
  const silent = place % 10 === 7;
  const contact = silent
    ? {}
    : { e_con_name: `${kin[place % kin.length]} ${lastname}`, e_con_phone: number(place + 50) };
  return {
    user: {
      id: idOf(email),
      email,
      firstname,
      lastname,
      role,
      phone_number: number(place),
      ...contact,
    },
    person,
  };
}
