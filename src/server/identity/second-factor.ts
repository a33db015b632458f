/** The second factor of an account: proven at a sign-in, turned on and off. */
import type { Identity } from '#domain/identity/account.ts';
import { Refusal } from '#domain/refusal.ts';
import { isKnownBrowser } from './known-browsers.ts';
import type { Provider } from './provider.ts';
import type { RequestContext } from './request-context.ts';

type SecondFactor = Pick<
  Identity,
  'proveSecondFactor' | 'beginSecondFactor' | 'confirmSecondFactor' | 'endSecondFactor'
>;

export function secondFactorOf(
  { headers, network, browser, ask, request, user, tried, signedIn, record }: RequestContext,
  { api, users, db }: Pick<Provider, 'api' | 'users' | 'db'>,
): SecondFactor {
  return {
    async proveSecondFactor(code) {
      const person = await users.inSecondStep(headers);
      if (person === undefined) throw new Refusal('token_invalid');
      if (await isKnownBrowser(db, browser, { user_id: person }))
        await tried('second_factor_known_browser', { person, browser: browser.token });
      else await tried('second_factor', { person, network });
      const digits = code.replace(/\s/g, '');
      try {
        const isOfApp = /^\d{6}$/.test(digits);
        // A code is valid once, so that one who saw it typed cannot use it; the person waits for the next one.
        if (isOfApp) await tried('second_factor_code', { person, code: digits });
        await ask(
          isOfApp ? api.verifyTOTP(request({ code: digits })) : api.verifyBackupCode(request({ code: digits })),
        );
      } catch (error) {
        await record('second_factor_failed', person);
        throw error;
      }
      await signedIn(person);
    },

    async beginSecondFactor(password) {
      await tried('password', { person: (await user()).id, network });
      const begun = await ask(api.enableTwoFactor(request({ password, method: 'totp' as const })));
      if (!('totpURI' in begun)) throw new Error('the library gave no second factor');
      const secret = new URL(begun.totpURI).searchParams.get('secret') ?? '';
      return { uri: begun.totpURI, secret, backup_codes: begun.backupCodes };
    },

    async confirmSecondFactor(code) {
      const { id } = await user();
      await tried('factor_confirm', { person: id });
      await ask(api.verifyTOTP(request({ code: code.replace(/\s/g, '') })));
      await record('second_factor_on', id);
    },

    async endSecondFactor(password) {
      const { id } = await user();
      await tried('password', { person: id, network });
      await ask(api.disableTwoFactor(request({ password })));
      await record('second_factor_off', id);
    },
  };
}
