/** The keys of an account: to sign in with one, to add, rename and remove them. */
import type { Identity } from '#domain/identity/account.ts';
import { isRefusal, Refusal } from '#domain/refusal.ts';
import type { Provider } from './provider.ts';
import type { RequestContext } from './request-context.ts';

type Passkeys = Pick<
  Identity,
  'askPasskey' | 'signInWithPasskey' | 'passkeys' | 'beginPasskey' | 'addPasskey' | 'renamePasskey' | 'removePasskey'
>;

export function passkeysOf(
  { headers, network, ask, request, user, proven, tried, signedIn, record }: RequestContext,
  { api, users }: Pick<Provider, 'api' | 'users'>,
): Passkeys {
  /** @throws Refusal `passkey_refused` for a key that is not the person's */
  async function ownPasskey(id: string): Promise<void> {
    await user();
    const own = await ask(api.listPasskeys({ headers, returnHeaders: true }));
    if (!own.some((one) => one.id === id)) throw new Refusal('passkey_refused');
  }

  return {
    async askPasskey() {
      await tried('passkey_challenge', { network });
      const asked = await ask(api.generatePasskeyAuthenticationOptions({ headers, returnHeaders: true }));
      // The library accepts keys without user verification.
      return { ...asked, userVerification: 'required' };
    },

    async signInWithPasskey(answer) {
      await tried('passkey', { network });
      try {
        const { user } = await ask(api.verifyPasskeyAuthentication(request({ response: answer as never })));
        await signedIn(user.id);
      } catch (error) {
        if (isRefusal(error)) await record('sign_in_failed', await users.ofPasskey(answer.id));
        throw error;
      }
    },

    async passkeys() {
      await user();
      const keys = await ask(api.listPasskeys({ headers, returnHeaders: true }));
      return keys
        .map(({ id, name, createdAt }) => ({ id, name: name ?? '', since: new Date(createdAt).toISOString() }))
        .sort((a, b) => a.since.localeCompare(b.since));
    },

    async beginPasskey(password) {
      const { id } = await proven(password);
      await tried('new_passkey', { person: id });
      return { ...(await ask(api.generatePasskeyRegistrationOptions({ headers, query: {}, returnHeaders: true }))) };
    },

    async addPasskey(name, answer) {
      const { id } = await user();
      await ask(api.verifyPasskeyRegistration(request({ response: answer, name })));
      await record('passkey_add', id);
    },

    async renamePasskey(id, name) {
      await ownPasskey(id);
      await ask(api.updatePasskey(request({ id, name })));
    },

    async removePasskey(id, password) {
      const own = await proven(password);
      await ownPasskey(id);
      await ask(api.deletePasskey(request({ id })));
      await record('passkey_remove', own.id);
    },
  };
}
