// Runs in the frame of the practice card form. The page around it gets a token, never the card number.
const field = (id) => document.getElementById(id);
const fieldOf = { cardNumber: 'number', expirationDate: 'expiry', cvv: 'cvv', postalCode: 'postcode' };
const parts = Object.values(fieldOf);

/** The beginning of the sandbox card number for which the bank asks for a code. */
const asksBack = /^4310/;

field('known').addEventListener('change', ({ target: { value } }) => {
  if (value === '') return;
  field('number').value = value;
  field('expiry').value ||= '12/39';
  field('cvv').value ||= '111';
  field('postcode').value ||= 'AB1 2CD';
});
for (const form of document.forms) form.addEventListener('submit', (event) => event.preventDefault());

const say = (message) => parent.postMessage({ from: 'practice-square', ...message }, location.origin);
new ResizeObserver(() => say({ height: document.documentElement.offsetHeight })).observe(document.body);

async function tokenize(verification) {
  const typed = Object.fromEntries(parts.map((id) => [id, field(id).value]));
  const answer = await fetch('/practice/square/tokens', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(typed),
  });
  const result = await answer.json();
  for (const id of parts) field(id).removeAttribute('aria-invalid');
  for (const { field: wrong } of result.errors ?? []) field(fieldOf[wrong]).setAttribute('aria-invalid', 'true');
  if (result.status !== 'OK' || !verification || (await isVerified())) return result;
  const error = { type: 'VERIFICATION_ERROR', message: 'The buyer could not be verified' };
  return { status: 'ERROR', errors: [error] };
}

/** Asks for the bank's code if the card needs one. Returns false if the code was wrong. */
async function isVerified() {
  if (!asksBack.test(field('number').value)) return true;
  field('card').hidden = true;
  field('challenge').hidden = false;
  field('code').focus();
  await new Promise((resolve) => field('challenge').addEventListener('submit', resolve, { once: true }));
  const isRight = field('code').value.trim() === '123456';
  field('code').value = '';
  field('challenge').hidden = true;
  field('card').hidden = false;
  return isRight;
}

addEventListener('message', async ({ source, origin, data, ports: [port] }) => {
  if (source !== parent || origin !== location.origin || !port) return;
  try {
    if (data.ask === 'tokenize') port.postMessage(await tokenize(data.verification));
    if (data.ask === 'verify') port.postMessage({ isVerified: await isVerified() });
  } catch {
    port.postMessage({
      status: 'ERROR',
      errors: [{ type: 'NETWORK_ERROR', message: 'The practice provider isn’t responding' }],
    });
  }
});
field('fields').disabled = false;
say({ ready: true });
