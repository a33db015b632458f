/**
 * The release, on the phone of the person at the lorry: the time, the lamp, what is to be checked, and one button that
 * is held for two seconds. Without network the moment is kept on the phone.
 */
import { isBeforeRelease } from '#domain/flights/flight.ts';
import { countedRelease } from '#domain/flights/release.ts';
import type { RefusedForm } from '#web/lib/form.ts';
import { useHydrated } from '#web/lib/hydrated.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { HoldButton } from './HoldButton.tsx';
import { ReleaseChecks, SunLine } from './ReleaseChecks.tsx';
import { missingOf, ReleaseCrates } from './ReleaseCrates.tsx';
import { Released } from './Released.tsx';
import { ReleaseGroups } from './ReleaseGroups.tsx';
import { ReleaseHead } from './ReleaseHead.tsx';
import { ReleaseLamp } from './ReleaseLamp.tsx';
import { ReleaseNotes } from './ReleaseNotes.tsx';
import { ReleasePictures } from './ReleasePictures.tsx';
import styles from './release.module.css';
import { knownOf, lampAt } from './release-known.ts';
import type { Report } from './release-report.ts';
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
  const released_ms = isOpen ? null : releasedAt(flight, phone.kept);
  // The lamp follows by the minute; the time in the head by the tenth of a second.
  const minute_ms = Math.floor(phone.now_ms / 60_000) * 60_000;
  const noted = knownOf(view, phone.notes, minute_ms);
  const { ticked } = phone;
  // Who ticks on this phone knows it best.
  const known =
    ticked.length === 0 ? noted : { ...noted, counted: ticked.length, missing: missingOf(view.crates, ticked) };
  const isNote = answer?.typed.kind !== undefined;
  const isGroup = answer?.typed.group !== undefined;
  return (
    <div className={styles.page}>
      <ReleaseHead {...view} isOnline={phone.isOnline} now_ms={phone.now_ms} released_ms={released_ms} />
      {isOpen ? (
        <>
          <ReleaseChecks {...{ view, known }} position={phone.position} now_ms={phone.now_ms} />
          <ReleaseCrates
            crates={view.crates}
            ticked={ticked}
            note_id={form_id}
            onTick={phone.tick}
            onNote={phone.note}
          />
          <ReleaseLamp {...lampAt(view, known, minute_ms)} limits={view.limits} />
          <SunLine known={known} now_ms={minute_ms} time_zone={view.loft.time_zone} />
          <ReleaseNotes note_id={form_id} answer={isNote ? answer : undefined} way={known} onNote={phone.note} />
          <Hold view={view} onHeld={phone.release} />
        </>
      ) : (
        <Released
          {...view}
          at_ms={released_ms}
          counted={known.counted}
          kept={phone.kept}
          isSent={phone.isSent}
          refused={phone.refused}
          onDrop={phone.drop}
          later={<ReleaseGroups view={view} answer={isGroup ? answer : undefined} />}
        >
          {flight.status !== 'annulled' && (
            <ReleasePictures
              {...{ flight_key }}
              loft={view.loft}
              pictures={view.pictures}
              isReleased={!isBeforeRelease(flight.status)}
              offset_ms={phone.offset_ms}
            />
          )}
        </Released>
      )}
      <SpokenRelease view={view} report_id={form_id} answer={isNote || isGroup ? undefined : answer} />
    </div>
  );
}

/** The release that counts by what this phone knows, epoch ms. */
function releasedAt({ release_time, precision_ms }: ReleaseView['flight'], kept: Report | null): number | null {
  if (kept) return countedRelease(Date.parse(kept.at), precision_ms);
  return release_time === null ? null : Date.parse(release_time);
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
      {flight.distance_m === null && <p className={styles.kept}>{t('refusals.distance_missing')}</p>}
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
