/**
 * The root data of every page: the signed-in person, the entries of the navigation bar, links that not every site has.
 */
import type { RouterContextProvider } from 'react-router';
import { readMarks } from '#domain/favorites/contract.ts';
import { isRefusal } from '#domain/refusal.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { loftPath } from '#web/lib/paths.ts';
import type { RootData } from '#web/lib/root-data.ts';
import { entriesFor, isPage, ownPage } from '../lib/navigation-entries.ts';

export async function loadRootData(
  context: Readonly<RouterContextProvider>,
  { loft_id }: { loft_id?: string | undefined },
): Promise<RootData> {
  const { me, reader, site, public_url, consent } = context.get(pageContext);
  const ifThere = (path: string) => (isPage(path, site.pages) ? path : null);
  return {
    // The content security policy allows pictures of this site only.
    me: me && { ...me, image: isOwn(me.image, public_url) ? me.image : null },
    reader,
    measuring: site.tag_manager === undefined ? null : { id: site.tag_manager, consent: consent ?? null },
    entries: entriesFor(reader, site.pages),
    marks: me && /^[1-9]\d{0,14}$/.test(loft_id ?? '') ? await marksIn(context, Number(loft_id)) : null,
    links: {
      log_in: site.has_provider || ifThere('/id/sign-in') ? '/login' : null,
      register: site.has_provider ? null : ifThere('/id/register'),
      dashboard: ifThere('/id/account'),
      settings: ifThere('/id/settings'),
      help: site.help_url === undefined ? null : '/software/help',
      own: ownPage(site.pages),
    },
  };
}

/** The person's favorites in a loft. A page without them is better than none. */
async function marksIn(context: Readonly<RouterContextProvider>, loft_id: number): Promise<RootData['marks']> {
  try {
    return { loft: loftPath(loft_id), mine: await context.get(callContext)(readMarks, { params: { loft_id } }) };
  } catch (error) {
    if (isRefusal(error)) return null;
    throw error;
  }
}

function isOwn(address: string | null, public_url: string): boolean {
  return address !== null && URL.parse(address, public_url)?.origin === new URL(public_url).origin;
}
