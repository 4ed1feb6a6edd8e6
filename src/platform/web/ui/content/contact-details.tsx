import { splitPhoneNumbers } from '#platform/shared/text/phone-number.ts';

/** Shows phone numbers as they were typed, with a link to dial each. */
export function PhoneNumbers({ of }: { of: string }) {
  const parts = splitPhoneNumbers(of);
  const [first, ...more] = parts;
  if (first?.href && more.length === 0) {
    return (
      <a className="num" href={first.href}>
        {of}
      </a>
    );
  }
  return (
    <span className="num">
      {parts.map(({ text, href }, index) =>
        href === '' ? (
          text
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change their order
          <a key={index} href={href}>
            {text}
          </a>
        ),
      )}
    </span>
  );
}

/** An email address that may wrap before its @. */
export function EmailAddress({ of: email }: { of: string }) {
  const at = email.lastIndexOf('@');
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
}
