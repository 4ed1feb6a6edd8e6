/** Lists the known facts, each once, separated by dots, on as many lines as necessary. */
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
