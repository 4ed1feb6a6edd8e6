import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { declareCall } from '#platform/shared/calls/calls.ts';
import { InputField } from '../ui/fields/field.tsx';
import { CallForm } from './call-form.tsx';

const contact = declareCall('POST', '/api/contact');

test('a form without a script posts to its call, and shows no message until it has been sent', () => {
  const html = renderToString(
    <CallForm call={contact} submitLabel="Send message" pendingLabel="Sending…">
      {() => <InputField label="Your name" name="name" required />}
    </CallForm>,
  );
  expect(html).toMatch(/<form[^>]* action="\/api\/contact" method="post"/);
  expect(html).toContain('<div role="alert"></div>');
  expect(html).not.toContain('aria-busy');
});

test('a form without a script keeps the fragment in the URL of its action', () => {
  const html = renderToString(
    <CallForm call={contact} action="/api/contact#say-hello" submitLabel="Send message" pendingLabel="Sending…">
      {() => <InputField label="Your name" name="name" />}
    </CallForm>,
  );
  expect(html).toContain('action="/api/contact#say-hello"');
});

test('a form without a script shows the server’s message about its previous submission', () => {
  const answered = { code: 400, msg: 'Something is missing.', fields: { name: 'Enter your name.' } };
  const html = renderToString(
    <CallForm call={contact} submitLabel="Send message" pendingLabel="Sending…" answered={answered}>
      {({ name }) => <InputField label="Your name" error={name} name="name" />}
    </CallForm>,
  );
  expect(html).toContain('Something is missing.');
  expect(html).toContain('Enter your name.');
});

test('a field’s label, hint and error message are linked to the field for screen readers', () => {
  const html = renderToString(
    <InputField label="Your name" hint="As you would sign it" error="Enter your name" name="name" />,
  );
  const described = /aria-describedby="([^"]*)"/.exec(html)?.[1]?.split(' ') ?? [];
  const said = described.map((id) => html.slice(html.indexOf(` id="${id}"`)));
  expect(said[0]).toContain('As you would sign it');
  expect(said[1]).toContain('Enter your name');
  expect(html).toContain('aria-invalid="true"');
  expect(/<label for="([^"]*)"/.exec(html)?.[1]).toBe(/<input[^>]* id="([^"]*)"/.exec(html)?.[1]);
});

test('an error with a heading appears above the first field, and only there', () => {
  const html = renderToString(
    <CallForm
      call={contact}
      submitLabel="Sign in"
      pendingLabel="Signing in…"
      refused="We couldn’t sign you in"
      answered={{ code: 401, msg: 'That email address and password don’t match.' }}
    >
      {() => <InputField label="Email" name="email" />}
    </CallForm>,
  );
  const order = ['We couldn’t sign you in', 'That email address and password don’t match.', 'name="email"'];
  const places = order.map((text) => html.indexOf(text));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(places).not.toContain(-1);
  expect(html.match(/data-answer/g)).toHaveLength(1);
  expect(html.indexOf('data-answer')).toBeLessThan(html.indexOf('name="email"'));
});
