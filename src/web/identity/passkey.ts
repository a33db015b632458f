/** Passkeys in the browser (WebAuthn, level 3). Needs a script. */
import { useHydrated } from '#web/lib/hydrated.ts';

type PasskeyOptions = Readonly<Record<string, unknown>>;

/** Whether this browser has passkeys and parses their options from JSON; null until hydrated. */
export function usePasskeys(): boolean | null {
  return useHydrated() ? hasPasskeys() : null;
}

export function hasPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;
}

/** Whether the browser suggests passkeys in the field for the e-mail address. */
export async function offersPasskeys(): Promise<boolean> {
  return hasPasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true;
}

/**
 * Asks the person for a passkey of this site.
 *
 * @param conditional waits in the field for the e-mail address instead of opening a window
 * @returns the credential as JSON, for a hidden field; null when the person cancelled
 */
export async function showPasskey(signal: AbortSignal, conditional = false): Promise<string | null> {
  const answer = await fetch('/id/passkey-challenge.json', { method: 'POST', body: new URLSearchParams(), signal });
  if (!answer.ok) return null;
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON((await answer.json()) as never);
  return jsonOf(navigator.credentials.get({ publicKey, signal, ...(conditional && { mediation: 'conditional' }) }));
}

/** Creates a passkey for this site. @returns as {@link showPasskey} */
export function makePasskey(options: PasskeyOptions): Promise<string | null> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as never);
  return jsonOf(navigator.credentials.create({ publicKey }));
}

/** A DOMException means cancelled, no passkey, or timed out; the browser has shown that itself. */
async function jsonOf(pending: Promise<Credential | null>): Promise<string | null> {
  const key = await pending.catch((error: unknown) => {
    if (error instanceof DOMException) return null;
    throw error;
  });
  return key && JSON.stringify(key);
}
