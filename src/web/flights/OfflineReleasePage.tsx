/**
 * The shell of every release, for a phone without a network: a public page, the same for everybody, which the service
 * worker keeps. What it shows comes from the phone alone, as it was read last.
 */
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { readRelease } from '#domain/flights/release-contract.ts';
import { releaseViews, stored } from '#web/lib/browser-store.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { pageContext } from '#web/lib/context.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { useHydrated } from '#web/lib/hydrated.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { noFrame } from '#web/shell/frame.ts';
import type { Route } from './+types/OfflineReleasePage.ts';
import { ReleaseScreen } from './ReleaseScreen.tsx';
import styles from './release.module.css';
import type { ReleaseView } from './use-release-phone.ts';

export const handle = { frame: noFrame };

export function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  return { head: pageHead({ context, params, pattern }, [t('release.title')], t('basketing_desk.no_data')) };
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function OfflineReleasePage() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  // The kept page is the same for every flight; which one it is, only the browser knows.
  const isHydrated = useHydrated();
  const [form_id] = useState(() => crypto.randomUUID());
  const [season_id, flight_id] = ['season_id', 'flight_id'].map((name) => Number(search.get(name)));
  if (!isHydrated || !season_id || !flight_id) return null;
  const view = viewOf(flight_id);
  if (!view) return <p className={styles.kept}>{t('basketing_desk.no_data')}</p>;
  return (
    <ReleaseScreen key={flight_id} {...{ view, form_id }} flight_key={{ season_id, flight_id }} answer={undefined} />
  );
}

function viewOf(flight_id: number): ReleaseView | null {
  try {
    return readRelease.reply.parse(JSON.parse(stored(`${releaseViews}${flight_id}`) ?? 'null'));
  } catch {
    return null;
  }
}
