/** Tells screen readers that the link around it opens in a new tab. */
export function NewTabHint() {
  return <span className="vh"> (opens in a new tab)</span>;
}
