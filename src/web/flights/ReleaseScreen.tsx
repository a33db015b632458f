/**
 * The release, on the phone of the person at the lorry: the time, the lamp, what is to be checked, and one button that
 * is held for two seconds. Without network the moment is kept on the phone.
 */
import { isBeforeRelease } from '#domain/flights/flight.ts';
import type { RefusedForm } from '#web/lib/form.ts';
import { useHydrated } from '#web/lib/hydrated.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { HoldButton } from './HoldButton.tsx';
import { ReleaseChecks, SunLine } from './ReleaseChecks.tsx';
import { Released } from './Released.tsx';
import { ReleaseHead } from './ReleaseHead.tsx';
import { ReleaseLamp } from './ReleaseLamp.tsx';
import { ReleaseNotes } from './ReleaseNotes.tsx';
import styles from './release.module.css';
import { knownOf, lampAt } from './release-known.ts';
import { SpokenRelease } from './SpokenRelease.tsx';
import { type FlightKeyOfPage, type ReleaseView, useReleasePhone } from './use-release-phone.ts';

export interface ReleaseScreenProps {
  view: ReleaseView;
  flight_key: FlightKeyOfPage;
  /** The id of a report and of a note that is sent by a form; a form that is sent again keeps it. */
  form_id: string;
  answer: RefusedForm | undefined;
}

export function ReleaseScreen({ view, flight_key, form_id, answer }: ReleaseScreenProps) {
  const { flight } = view;
  const phone = useReleasePhone(flight_key, view);
  const isOpen = isBeforeRelease(flight.status) && phone.kept === null;
  const known = knownOf(view, phone.notes);
  const isNote = answer?.typed.kind !== undefined;
  // The lamp follows by the minute; the time in the head by the tenth of a second.
  const minute_ms = Math.floor(phone.now_ms / 60_000) * 60_000;
  return (
    <div className={styles.page}>
      <ReleaseHead {...view} isOnline={phone.isOnline} now_ms={phone.now_ms} counts={isOpen} />
      {isOpen ? (
        <>
          <ReleaseChecks {...{ view, known }} position={phone.position} now_ms={phone.now_ms} />
          <ReleaseLamp {...lampAt(view, known, minute_ms)} limits={view.limits} />
          <SunLine known={known} now_ms={minute_ms} time_zone={view.loft.time_zone} />
          <ReleaseNotes
            view={view}
            note_id={form_id}
            answer={isNote ? answer : undefined}
            isComing={known.arrived_ms === null}
            onNote={phone.note}
          />
          <Hold view={view} onHeld={phone.release} />
        </>
      ) : (
        <Released {...view} kept={phone.kept} refused={phone.refused} onDrop={phone.drop} />
      )}
      <SpokenRelease view={view} report_id={form_id} answer={isNote ? undefined : answer} />
    </div>
  );
}

function Hold({ view: { flight }, onHeld }: { view: ReleaseView; onHeld: () => void }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const hydrated = useHydrated();
  if (flight.status === 'planned')
    return <p className={styles.kept}>{t('refusals.basketing_not_open', { status: '' })}</p>;
  const seconds = (left_ms: number) => formatNumber(locale, Math.ceil(left_ms / 100) / 10, 1, 1);
  return (
    <div className={`${styles.press} ${hydrated ? '' : 'awaited'}`}>
      <HoldButton
        rest={{ word: t('release.hold'), hint: t('release.hold_hint') }}
        held={(left_ms) => ({
          word: t('release.keep_holding'),
          hint: t('release.left', { seconds: seconds(left_ms) }),
        })}
        disabled={flight.distance_m === null}
        onHeld={onHeld}
      />
    </div>
  );
}
