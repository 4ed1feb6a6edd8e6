/** An address that breaks before its @ where it has to. */
export function Address({ of: email }: { of: string }) {
  const at = email.lastIndexOf('@');
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
}
