/** Lists the known facts, each once, in as many lines as they need, with dots between. */
export function MetaLine({
  of,
  className = 'meta',
}: {
  of: readonly (string | number | false | undefined)[];
  className?: string | undefined;
}) {
  const facts = [...new Set(of.filter(Boolean))];
  return (
    facts.length > 0 && (
      <p className={`${className} dotted`}>
        {facts.map((fact) => (
          <span key={`${fact}`}>{fact} </span>
        ))}
      </p>
    )
  );
}
