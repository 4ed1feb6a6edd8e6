/** What is known of these, in as many lines as they need, with dots between. */
export const MetaLine = ({
  of,
  className = 'meta',
}: {
  of: readonly (string | number | false | undefined)[];
  className?: string | undefined;
}) => (
  <p className={`${className} dotted`}>
    {of.filter(Boolean).map((fact) => (
      <span key={`${fact}`}>{fact} </span>
    ))}
  </p>
);
