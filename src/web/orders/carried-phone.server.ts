/**
 * The number for the agent on its way through the sign-in. Addresses are logged, and a link in a mail opens in another
 * tab: so a cookie of this browser keeps it, for as long as a new account waits for its confirmation.
 */
import { createCookie } from 'react-router';
import type { SeasonKey } from '#domain/keys.ts';
import { seasonPath } from '#web/lib/paths.ts';

const cookie = createCookie('agent_phone', { httpOnly: true, sameSite: 'lax' });

/** The number that this browser sent before the sign-in, or ''. */
export async function carriedPhone(request: Request): Promise<string> {
  const phone: unknown = await cookie.parse(request.headers.get('cookie'));
  return typeof phone === 'string' ? phone : '';
}

/** The `Set-Cookie` header with this number for the pages of a season; an empty number removes it. */
export const carryPhone = (phone: string, key: SeasonKey, public_url: string): Promise<string> =>
  cookie.serialize(phone, {
    path: seasonPath(key),
    maxAge: phone === '' ? 0 : 86_400,
    secure: public_url.startsWith('https:'),
  });
