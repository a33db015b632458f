/** Passkeys as the browser knows them (WebAuthn, level 3). Nothing of this is there without a script. */
import { useHydrated } from '#web/lib/hydrated.ts';

type Asked = Readonly<Record<string, unknown>>;

/** Whether this browser has passkeys and reads what it is asked as JSON; null before the script is there to say so. */
export function usePasskeys(): boolean | null {
  return useHydrated() ? hasPasskeys() : null;
}

export function hasPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;
}

/** Whether it offers them by itself, in the field for the e-mail address. */
export async function offersPasskeys(): Promise<boolean> {
  return hasPasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true;
}

/**
 * Has the person use a key of this site.
 *
 * @param conditional waits in the field for the e-mail address instead of opening a window
 * @returns the answer as JSON, for a hidden field; null when the person thought better of it
 */
export async function showPasskey(signal: AbortSignal, conditional = false): Promise<string | null> {
  const answer = await fetch('/id/passkey-challenge.json', { method: 'POST', body: new URLSearchParams(), signal });
  if (!answer.ok) return null;
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON((await answer.json()) as never);
  return jsonOf(navigator.credentials.get({ publicKey, signal, ...(conditional && { mediation: 'conditional' }) }));
}

/** Has the person make a key for this site. @returns as {@link showPasskey} */
export function makePasskey(asked: Asked): Promise<string | null> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(asked as never);
  return jsonOf(navigator.credentials.create({ publicKey }));
}

/** A browser says no to a person who cancels, who has no such key, and who waits for too long, and tells them itself. */
async function jsonOf(asking: Promise<Credential | null>): Promise<string | null> {
  const key = await asking.catch((error: unknown) => {
    if (error instanceof DOMException) return null;
    throw error;
  });
  return key && JSON.stringify(key);
}
