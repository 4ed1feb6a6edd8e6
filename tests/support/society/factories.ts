import sharp from 'sharp';
import { createMessage } from '#features/administration/messages/server/index.ts';
import { defaultShowFacts, type NewCredit, type NewShow } from '#features/archive/shows/fields.ts';
import { linkPerson } from '#features/archive/shows/people/server/index.ts';
import { createShows } from '#features/archive/shows/server/index.ts';
import { createPerformance } from '#features/box-office/performances/server/index.ts';
import { consentWording } from '#features/members/portraits/consent.ts';
import { recordPortraitConsent, setPortrait } from '#features/members/portraits/server/index.ts';
import { postEntry } from '#features/money/ledger/server/index.ts';
import type { NewBlogPost } from '#features/publishing/blog/blog-post.ts';
import { createBlogPost } from '#features/publishing/blog/server/index.ts';
import { type CorrectionTable, recordCorrection } from '#features/publishing/corrections/server/index.ts';
import { type FileToStore, insertFiles, storeFile } from '#features/publishing/files/server/index.ts';
import { insertMedia, storeMediaFiles } from '#features/publishing/media/server/index.ts';
import type { NewPost } from '#features/publishing/posts/post.ts';
import { createPost } from '#features/publishing/posts/server/index.ts';
import type { Permission } from '#features/society/accounts/roles.ts';
import { createUser, type NewUser } from '#features/society/accounts/server/index.ts';
import { saveSettings } from '#features/society/settings/server/settings-store.ts';
import type { Settings } from '#features/society/settings/settings.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { type Database, write } from '#platform/server/database/index.ts';
import { type NewMail, queueEmail } from '#platform/server/mail/index.ts';
import type { FileStorage } from '#platform/server/storage/storage.ts';

/** An ordinary show, from 1987. */
export const plainShow: NewShow = {
  title: 'Blithe Spirit',
  subtitle: '',
  author: 'Noël Coward',
  first_date: '1987-04-08',
  first_date_precision: 'day',
  date: '1987-04-11',
  date_precision: 'day',
  venue: 'Lanternside Hall',
  company: 'Lanternside Players',
  ...defaultShowFacts,
  season: 'Spring',
  genre: 'Comedy',
  show_type: 'Full-length play',
  programme: '',
  banner: '',
  noda_review: '',
  radio_audio: '',
  text_blob: '',
  import_key: null,
  credits: [],
};

const plainPost: NewPost = {
  show_id: null,
  type: 'public',
  title: 'The committee met',
  content: 'It chose three plays.',
  published_at: '2026-11-01T09:00:00.000Z',
  author: 'Ann Hale',
};

const plainBlogPost: NewBlogPost = {
  title: 'Notes from the prompt desk',
  content: 'I had never called a cue.',
  author: 'Amy Treadwell',
  published_at: '2026-11-01T09:00:00.000Z',
};

const plainCorrection: Omit<CorrectionTable, 'id'> = {
  show_id: null,
  person_id: null,
  what: 'author',
  credit_id: '',
  right: 'Noel Coward',
  role: '',
  cast_or_crew: 'cast',
  was: 'Noël Coward',
  note: '',
  name: '',
  email: '',
  suspect: 0,
  state: 'open',
  received_at: '2026-11-20T09:00:00.000Z',
  decided_at: null,
  decided_by: '',
  undo: '',
};

export const inCast = (person: string, role: string, order = 1): NewCredit => ({
  person,
  as: '',
  kind: 'cast',
  role,
  order,
});
export const inCrew = (person: string, role: string, order = 1): NewCredit => ({
  person,
  as: '',
  kind: 'crew',
  role,
  order,
});

/** Adds plausible rows to a society's database: `await a.show({ title: 'Hamlet' })`. */
export function createFactories(db: Database, storage: FileStorage) {
  const now = '2026-11-21T12:00:00.000Z';
  return {
    /** Creates a picture and returns its id. */
    picture: async (alt = '', { width = 30, height = 20 } = {}): Promise<string> => {
      const content = await sharp({ create: { width, height, channels: 3, background: '#a31' } })
        .png()
        .toBuffer();
      const item = await storeMediaFiles(storage, { filename: 'picture.png', content, alt });
      await write(db, (tx) => insertMedia(tx, [item], { now }));
      return item.id;
    },
    /** Creates a person's portrait that the person has agreed to show, as recorded by a user. Returns its id. */
    portrait: async (
      person: string,
      { agreedBy, guardian = '', uploadedBy = agreedBy }: { agreedBy: string; guardian?: string; uploadedBy?: string },
    ): Promise<string> => {
      const content = await sharp({ create: { width: 40, height: 50, channels: 3, background: '#a31' } })
        .png()
        .toBuffer();
      const { sizes } = await storeMediaFiles(storage, {
        filename: 'portrait.png',
        content,
        alt: '',
        isPortrait: true,
      });
      const id = newId();
      await write(db, async (tx) => {
        await setPortrait(tx, { id, person_id: person, sizes, uploaded_by: uploadedBy }, now);
        await recordPortraitConsent(tx, id, {
          ...{ consent_wording: consentWording, is_adult: guardian === '' ? 1 : 0, guardian },
          ...{ consent_recorded_by: agreedBy, at: now },
        });
      });
      return id;
    },
    /** Creates a short text file, visible to nobody by default. Returns its id. */
    file: async (some: Partial<FileToStore> = {}): Promise<string> => {
      const file = await storeFile(storage, { name: 'Notes.txt', content: Buffer.from('Act one.'), ...some });
      await write(db, (tx) => insertFiles(tx, [file], { now }));
      return file.id;
    },
    /** Creates an active member, by default without a password, and returns the member. */
    user: async (some: Partial<NewUser> = {}): Promise<NewUser> => {
      const id = newId();
      const user = { id, email: `${id}@members.example`, firstname: 'Ann', lastname: 'Hale', ...some };
      await write(db, (tx) => createUser(tx, user, { now }));
      return user;
    },
    /** Overrides a user's role: allows or forbids permissions. */
    allow: async ({ id: user_id }: { id: string }, changes: Partial<Record<Permission, boolean>>): Promise<void> => {
      const rows = Object.entries(changes).map(
        ([item, allowed]) => ({ user_id, item, allowed: allowed ? 1 : 0 }) as const,
      );
      await write(db, (tx) => tx.insertInto('user_item').values(rows).execute());
    },
    personOf: async ({ id }: { id: string }, name: string): Promise<void> => {
      const person = await db.read.selectFrom('person').select('id').where('name', '=', name).executeTakeFirstOrThrow();
      await write(db, (tx) => linkPerson(tx, { user_id: id, person_id: person.id }));
    },
    /** Creates a show and returns its id. */
    show: async (some: Partial<NewShow> = {}): Promise<string> => {
      const id = newId();
      await write(db, (tx) => createShows(tx, [{ ...plainShow, ...some, id }], { now }));
      return id;
    },
    shows: async (shows: readonly Partial<NewShow>[]): Promise<void> => {
      await write(db, (tx) =>
        createShows(
          tx,
          shows.map((some) => ({ ...plainShow, ...some })),
          { now },
        ),
      );
    },
    /** Creates a public post, by default published three weeks ago. Returns its id. */
    post: (some: Partial<NewPost & { id: string }> = {}): Promise<string> => {
      const post = { id: newId(), ...plainPost, ...some };
      return write(db, (tx) => createPost(tx, post, { now }));
    },
    blogPosts: async (posts: readonly Partial<NewBlogPost>[]): Promise<void> => {
      await write(db, async (tx) => {
        for (const some of posts) await createBlogPost(tx, { ...plainBlogPost, ...some }, { now });
      });
    },
    /** Creates a blog post, by default published three weeks ago. Returns its key. */
    blogPost: (some: Partial<NewBlogPost> = {}): Promise<string> =>
      write(db, (tx) => createBlogPost(tx, { ...plainBlogPost, ...some }, { now })),
    /** Creates a visitor's message from the contact form, unread by default. Returns its id. */
    message: async (some: Partial<Parameters<typeof createMessage>[1]> = {}): Promise<string> => {
      const plain = { name: 'Wendy Marsh', contact: 'wendy@visitors.example', about: 'Tickets', device: '' };
      const visitors = { kind: 'contact', user_id: null, wants_reply: true, state: 'new' } as const;
      const row = {
        ...plain,
        ...visitors,
        message: 'Two for Friday?',
        suspect: false,
        received_at: now,
        id: newId(),
      };
      await write(db, (tx) => createMessage(tx, { ...row, ...some }));
      return some.id ?? row.id;
    },
    /** Creates a performance, by default on the evening of 28 November, with 96 places. Returns its id. */
    performance: async ({
      show_id,
      starts_at = '2026-11-28T19:30:00.000Z',
    }: {
      show_id: string;
      starts_at?: string;
    }): Promise<string> => {
      const id = newId();
      await write(db, (tx) => createPerformance(tx, { id, show_id, starts_at, now }));
      return id;
    },
    /** Enters a raffle's takings by hand. Returns the ledger entry's id. */
    takings: async (): Promise<string> => {
      const about = { about: 'front_of_house', show_id: '', label: 'Raffle' } as const;
      const paid = { environment: 'production', source: 'cash', pence: 4000 } as const;
      const id = newId();
      await write(db, (tx) => postEntry(tx, { ...paid, id, at: now, kind: 'charge', about }));
      return id;
    },
    /** Enters a subscription paid in cash. Returns the ledger entry's id. */
    subscriptionPayment: async ({ id: user_id }: { id: string }): Promise<string> => {
      const about = { about: 'subscription', plan_id: newId(), label: 'Full member' } as const;
      const paid = { environment: 'production', source: 'cash', pence: 2500, payer: { user_id } } as const;
      const id = newId();
      await write(db, (tx) => postEntry(tx, { ...paid, id, at: now, kind: 'charge', about }));
      return id;
    },
    /** Creates an email to a committee, waiting by default. Returns its id. */
    mail: async ({
      status,
      last_error,
      ...some
    }: Partial<NewMail> & { status?: 'waiting' | 'sent' | 'kept' | 'failed'; last_error?: string } = {}) => {
      const id = some.id ?? newId();
      const plain = { to: 'committee@players.example', fromName: 'Lanternside Players', subject: 'Tickets', at: now };
      await write(db, async (tx) => {
        await queueEmail(tx, { idempotencyKey: id, text: 'Two for Friday, please.', ...plain, ...some, id });
        const became = {
          ...(status && { attempts: 1 }),
          ...((status === 'sent' || status === 'kept') && { status: 'done' as const, finished_at: now }),
          ...(status === 'failed' && { status, finished_at: now }),
          ...(last_error && { last_error, attempts: 8 }),
        };
        if (status || last_error) await tx.updateTable('job').set(became).where('key', '=', id).execute();
        if (status === 'kept') await tx.updateTable('mail').set({ kept: 1 }).where('id', '=', id).execute();
      });
      return id;
    },
    /** Creates a correction, by default open and about a show's author. Returns its id. */
    correction: async (some: Partial<CorrectionTable> = {}): Promise<string> => {
      const row = { ...plainCorrection, id: newId(), ...some };
      await write(db, (tx) => recordCorrection(tx, row));
      return row.id;
    },
    settings: async (some: Partial<Settings>): Promise<void> => {
      await write(db, (tx) => saveSettings(tx, some));
    },
  };
}
export type Factories = ReturnType<typeof createFactories>;
