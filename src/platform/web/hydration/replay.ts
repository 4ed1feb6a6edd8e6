/**
 * Repeats the actions recorded before hydration. React would set controls back to their old state, so it is notified of
 * each change first. Then each button is pressed and each form submitted once, but only while `path` is on screen,
 * because the next page may have the same ones.
 */
export async function replayInput(
  { changed, pressed, hydrated }: Pick<NonNullable<Window['early']>, 'changed' | 'pressed' | 'hydrated'>,
  path: string,
): Promise<void> {
  hydrated.abort();
  // Elements that react to the focus missed the focus event before hydration
  if (document.activeElement !== document.body) dispatch(document.activeElement, 'focusin');
  const steps = [
    ...[...changed].map(([control, held]) => [control, () => changeAgain(control, held)] as const),
    ...[...pressed].map(([element, again]) => [element, () => location.pathname === path && again()] as const),
  ];
  for (const [element, again] of steps) {
    // React renders the result of one step before the next
    await null;
    try {
      if (element.isConnected) again();
    } catch (error) {
      // The error is reported and the loop continues, because the other steps are for other components
      reportError(error);
    }
  }
}

const dispatch = (target: Element | null, type: string) => target?.dispatchEvent(new Event(type, { bubbles: true }));

function changeAgain(control: Element, { value, checked }: { value: string; checked: boolean }): void {
  if (control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio')) {
    // A radio button is unchecked by checking another one, which is recorded too
    if (control.type === 'radio' && !checked) return;
    setChecked(control, checked);
  } else if (control instanceof HTMLInputElement && control.type === 'file') {
    dispatch(control, 'change');
  } else if (control instanceof HTMLSelectElement) {
    control.value = value;
    dispatch(control, 'change');
  } else if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) {
    setFieldValue(control, value);
  }
}

/** Sets a checkbox or radio button by a click, so that React notices, even if the browser has set it already. */
export function setChecked(control: HTMLInputElement, checked: boolean): void {
  control.checked = !checked;
  control.click();
}

/**
 * Sets a field's value so that React notices. React treats an event as a change only if the value differs from the last
 * value set on the element.
 */
export function setFieldValue(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const { selectionStart, selectionEnd, selectionDirection } = field;
  const kind = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  field.value = `${value} `;
  // React watches the element's own property, not its prototype's
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, value);
  // The selection is null in a field without one, such as a date
  if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? undefined);
  dispatch(field, 'input');
}
