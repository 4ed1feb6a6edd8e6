/** Says aloud what the arrow beside it shows. */
export function OpensInNewTab() {
  return <span className="vh"> (opens in a new tab)</span>;
}
