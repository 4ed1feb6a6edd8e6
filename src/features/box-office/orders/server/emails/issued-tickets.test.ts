import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createEncryption } from '#platform/server/crypto/encryption.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { anyCharacter } from '#tests/support/formats/arbitrary-texts.ts';
import { formatTicketCode, parseTicketCode, ticketCodeAlphabet } from '../../tickets.ts';
import {
  buildIssuanceId,
  computeTicketCode,
  findTicketByCode,
  formatOrderAttachmentId,
  parseOrderAttachmentId,
} from './issued-tickets.ts';

const ours = createEncryption('a secret of more than thirty-two letters');
const other = createEncryption('another secret of more than 32 letters');

const refs = fc.oneof(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 100_000, max: 999_999_999 }));
const tickets = fc.array(
  fc.constant(0).map(() => ({ id: newId(), reissued: 0 })),
  { minLength: 1, maxLength: 60 },
);

/** Returns a function that finds tickets by reference, among the tickets of one order. */
const among = (ref: number, own: readonly { id: string; reissued: number }[]) => (wantedRef: number) =>
  Promise.resolve(wantedRef === ref ? own : []);

test('each ticket is found by its own code and by no other code', async () => {
  await fc.assert(
    fc.asyncProperty(refs, tickets, async (ref, own) => {
      const codes = own.map((ticket) => computeTicketCode(ours, { ...ticket, ref }));
      expect(new Set(codes).size).toBe(own.length);
      for (const [at, code] of codes.entries()) {
        expect(await findTicketByCode(ours, code, among(ref, own))).toBe(own[at]);
      }
    }),
    { numRuns: 30 },
  );
});

test('a ticket’s code is accepted in lower case, without its dashes, and with O for 0 or L for 1', async () => {
  const id = newId();
  await fc.assert(
    fc.asyncProperty(refs, fc.constantFrom('', ' ', '-', '–', ' - '), fc.boolean(), async (ref, between, isLower) => {
      const plain = computeTicketCode(ours, { id, ref, reissued: 0 })
        .replaceAll('-', between)
        .replaceAll('0', 'o')
        .replaceAll('1', 'l');
      const typed = isLower ? plain.toLowerCase() : plain;
      expect(await findTicketByCode(ours, typed, among(ref, [{ id, reissued: 0 }]))).toMatchObject({ id });
    }),
  );
});

test('a changed code, another site’s code and another order’s code find no ticket', async () => {
  await fc.assert(
    fc.asyncProperty(refs, fc.nat(11), fc.integer({ min: 1, max: 31 }), async (ref, place, by) => {
      const ticket = { id: newId(), reissued: 0 };
      const own = [ticket];
      const { proof = '' } = parseTicketCode(computeTicketCode(ours, { ...ticket, ref })) ?? {};
      const letter = ticketCodeAlphabet[(ticketCodeAlphabet.indexOf(proof[place] ?? '') + by) % 32];
      const forged = formatTicketCode({ ref, proof: proof.slice(0, place) + letter + proof.slice(place + 1) });
      expect(await findTicketByCode(ours, forged, among(ref, own))).toBeUndefined();
      const foreign = computeTicketCode(other, { ...ticket, ref });
      expect(await findTicketByCode(ours, foreign, among(ref, own))).toBeUndefined();
      const elsewhere = formatTicketCode({ ref: ref === 1 ? ref + 1 : ref - 1, proof });
      expect(await findTicketByCode(ours, elsewhere, among(ref, own))).toBeUndefined();
    }),
  );
});

/** Text that resembles a code: letters that occur in codes, and sometimes another letter or a dash. */
const codeLike = fc
  .tuple(refs, fc.string({ unit: fc.constantFrom(...ticketCodeAlphabet, 'O', 'l', '-'), minLength: 12, maxLength: 14 }))
  .map(([ref, letters]) => `${ref}${letters}`);

test('any scanned text is either parsed as a well-formed code or rejected', () => {
  const read = fc.oneof(fc.string({ unit: anyCharacter, maxLength: 80 }), codeLike);
  const found = fc.sample(read, 500).map(parseTicketCode);
  expect(found).toContain(undefined);
  const codes = found.filter((code) => code !== undefined);
  expect(codes.length).toBeGreaterThan(0);
  for (const code of codes) expect(parseTicketCode(formatTicketCode(code))).toEqual(code);
  for (const none of ['', 'https://players.example/tickets', '481920', '481920-7K3Q-X9MP-RTWU', 'A'.repeat(10_000)]) {
    expect(parseTicketCode(none)).toBeUndefined();
  }
});

test('a code doesn’t reveal the ticket’s id, and is the same each time it is computed', () => {
  const id = newId();
  const code = computeTicketCode(ours, { id, ref: 481_920, reissued: 0 });
  expect(code).toMatch(/^481920(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
  expect(code).toBe(computeTicketCode(ours, { id, ref: 481_920, reissued: 0 }));
  expect(code).not.toContain(id.slice(0, 6));
});

test('the id of an email’s attachments can be parsed, even if an order’s id begins with “-”', () => {
  const id = fc.stringMatching(/^[-\w]{16}$/);
  fc.assert(
    fc.property(id, fc.nat(3), fc.uniqueArray(id, { maxLength: 3 }), (order, reissued, removed) => {
      const issue = buildIssuanceId(order, { reissued });
      expect(parseOrderAttachmentId(formatOrderAttachmentId(issue, removed))).toEqual({ order, issue, removed });
    }),
    { examples: [['-2QmS9Ll7GxPzK4b', 0, []]] },
  );
});
