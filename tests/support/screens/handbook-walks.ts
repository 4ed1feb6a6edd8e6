// The sections of the handbook that a journey follows on the screens, in this order, with the reader's input. Some of
// the names in these sections appear on a screen only after earlier steps.
import type { ChapterName } from '#features/members/handbook/chapters.ts';

/** One section, with the reader's input and the screen's messages. */
export interface Walk {
  job: ChapterName;
  heading: string;
  /** The input for each named field: text or an option, `true` to tick the box, or a file. */
  typed?: Record<string, string | true | { name: string; mimeType: string; buffer: Buffer }>;
  /** By the name of a button or link, the message that the screen shows after it has been pressed. */
  says?: Record<string, RegExp>;
}

const list = 'reference,name,ticket type,quantity,price\nA-17,Perpetua Lunn,Adult,2,12.00\n';

const boxOffice: readonly Omit<Walk, 'job'>[] = [
  {
    heading: 'Put a performance on sale',
    typed: {
      'Date and time': '2027-03-07T19:30',
      Capacity: '80',
      'On sale from': '2026-11-01T10:00',
      'On sale until': '2027-03-06T12:00',
      'Notes for visitors': 'Captioned',
    },
    says: { 'Add performance': /^Added: /, 'Save performance': /^Performance saved/ },
  },
  {
    heading: 'Change ticket prices and types',
    typed: {
      'Ticket type': 'Student',
      'Price in pounds': '7.50',
      'Who it is for': 'With a card',
      'Sold by the box office only': true,
    },
    says: { 'Add ticket type': /^Student, £7\.50: added/ },
  },
  {
    heading: 'Promo codes and discounts',
    typed: {
      Code: 'HANDBOOK',
      'Type of discount': 'Percentage off each ticket',
      Discount: '10',
      'How many orders may use it': '20',
      'How many tickets it is good for': '60',
      'First day (optional)': '2026-11-01',
      'Last day (optional)': '2027-03-01',
      'Different price per ticket': '8',
    },
    says: { 'Add code': /HANDBOOK/ },
  },
  {
    heading: 'Sell numbered seats',
    typed: { 'What visitors buy': 'Numbered seats' },
    says: { 'Save performance': /^Performance saved/ },
  },
  {
    heading: 'Withhold house seats',
    typed: { Seats: 'C1–C4', 'Who the seats are for, or why': 'The press', 'Release to visitors': 'A day before' },
    says: { 'Withhold these seats': /C1/ },
  },
  {
    heading: 'Sell tickets',
    typed: {
      'How many tickets?': '3',
      Name: 'Ottoline Quince',
      Email: 'ottoline@mail.example',
      Note: 'Coming by coach',
    },
    says: { 'Sell tickets': /for Ottoline Quince/ },
  },
  {
    heading: 'Find and change a booking',
    typed: { 'Find an order': 'Edith' },
    says: { 'Paid in cash': /taken/ },
  },
  {
    heading: 'Undo marking an order as paid',
    typed: { Reason: 'Pressed for the wrong order' },
    says: { 'Mark as unpaid': /marked as unpaid/, 'Paid in cash': /taken/ },
  },
  {
    heading: 'Exchange tickets for another performance',
    typed: { 'How many tickets to exchange?': '2', 'Exchange for': ' left)' },
    says: { 'Exchange tickets': / exchanged: 2 / },
  },
  {
    heading: 'Emails to buyers',
    says: { 'Send confirmation again': /No email was sent/ },
  },
  {
    heading: 'Refund tickets or a whole order',
    typed: { Reason: 'One is ill', 'Keep the tickets valid': true },
    says: { Refund: /Refunded £[\d.]+ .* Ottoline Quince/ },
  },
  {
    heading: 'Import orders sold elsewhere',
    typed: {
      Performance: 'March',
      'List of orders': { name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(list) },
    },
    says: { 'Preview the import': /Perpetua Lunn/ },
  },
  {
    heading: 'Move a performance',
    typed: { 'Date and time': '2027-03-05T19:00' },
    says: { 'Save performance': /order.* tickets for this performance/, 'Move performance': /^Moved to / },
  },
  {
    heading: 'Cancel a performance',
    says: { 'Cancel performance': / is cancelled, and the site says so/ },
  },
];

const others: readonly Walk[] = [
  { job: 'member', heading: 'See where you are signed in' },
  { job: 'member', heading: 'Pay for or cancel your membership' },
  {
    job: 'member',
    heading: 'Sign in with a passkey',
    typed: { Name: 'Dee’s phone' },
    says: { 'Add passkey': /^Your recovery codes/ },
  },
  {
    job: 'member',
    heading: 'Erase your account',
    typed: { 'How your credits name you': 'As printed', 'I want my account and my data erased': true },
  },
  {
    job: 'director',
    heading: 'Post a notice',
    typed: {
      Title: 'Saturday’s rehearsal',
      Text: 'At ten, with scripts.',
      'Who it is for': 'Private',
      'Email the members of this show': true,
    },
    says: { 'Save post': /^Saturday’s rehearsal/ },
  },
  { job: 'director', heading: 'Change or delete a notice' },
  { job: 'director', heading: 'Upload a call sheet or other files' },
  {
    job: 'front-of-house',
    heading: 'Take money at the door',
    typed: { 'Find a party': 'Edith', 'How many tickets?': '1', Name: 'Walker Inn' },
    says: { 'Paid in cash': /£/ },
  },
  // These two sections create entries, which are then at the top of the lists for the next three sections
  {
    job: 'treasurer',
    heading: 'Enter a subscription paid by hand',
    typed: { Member: 'Penny Farthing' },
    says: { 'Enter payment': /^Entered: £\d+\.00 from Penny Farthing .* The subscription is paid until / },
  },
  {
    job: 'treasurer',
    heading: 'Enter other takings',
    typed: { 'What for': 'Hire', 'Amount in pounds': '40' },
    says: { 'Enter payment': /^Entered: £40\.00 for Hire/ },
  },
  {
    job: 'treasurer',
    heading: 'Money back: refund a subscription',
    typed: { Reason: 'Paid twice' },
    says: { Refund: /^Refunded £\d+\.00 for / },
  },
  {
    job: 'treasurer',
    heading: 'Refund a hire or another payment',
    typed: { Reason: 'The hall was shut' },
    says: { Refund: /^Refunded £40\.00 for Hire/ },
  },
  {
    job: 'treasurer',
    heading: 'Correct a mistake',
    typed: { Reason: 'Never paid out' },
    says: { 'Correct it': /^Corrected: −£40\.00 for Hire/ },
  },
  {
    job: 'membership-secretary',
    heading: 'Look someone up',
    typed: { 'Name, email or phone number': 'a' },
  },
  {
    job: 'membership-secretary',
    heading: 'Cancel a renewal for somebody',
    typed: { Reason: 'Died in October', 'Send no email': true },
    says: { 'Cancel renewal': /^Cancelled: the subscription won’t renew.*No email is sent\./ },
  },
  {
    job: 'secretary',
    heading: 'Invite people',
    typed: {
      'First name': 'Nora',
      'Last name': 'Newcomer',
      Email: 'nora.newcomer@mail.example',
      'Names and addresses': 'Olive Oldham <olive.oldham@mail.example>',
    },
    says: { 'Send the invitation': /nora\.newcomer@mail\.example/ },
  },
  {
    job: 'secretary',
    heading: 'Write to the whole society',
    typed: { Title: 'The annual meeting', Text: 'On Monday, with cake.', 'Who it is for': 'Private' },
    says: { 'Save post': /annual meeting/ },
  },
  {
    job: 'webmaster',
    heading: 'Announce auditions',
    typed: { Title: 'Auditions for Harvey', Text: 'Tuesday at seven.', 'Who it is for': 'Auditions' },
    says: { 'Save post': /Auditions for Harvey/ },
  },
];

export const walks: readonly Walk[] = [
  ...boxOffice.map((walk) => ({ job: 'box-office' as const, ...walk })),
  ...others,
];
