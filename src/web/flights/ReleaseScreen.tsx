/**
 * The release, on the phone of the person at the lorry: the time, the lamp, what is to be checked, and one button that
 * is held for two seconds. Without network the moment is kept on the phone.
 */
import { useState } from 'react';
import { isBeforeRelease } from '#domain/flights/flight.ts';
import { countedRelease, unusualRelease } from '#domain/flights/release.ts';
import type { RefusedForm } from '#web/lib/form.ts';
import { useHydrated } from '#web/lib/hydrated.ts';
import { clockTime, formatNamedDay, formatNumber } from '#web/lib/intl.ts';
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
import { LastTakenBack, TakeBackRelease } from './TakeBackRelease.tsx';
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
  const isTakeBack = answer?.typed.withdraw !== undefined;
  return (
    <div className={styles.page}>
      <ReleaseHead {...view} isOnline={phone.isOnline} now_ms={phone.now_ms} released_ms={released_ms} />
      {isOpen ? (
        <>
          <LastTakenBack {...view} />
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
          <Hold view={view} sunrise_ms={known.sunrise_ms} now_ms={minute_ms} onHeld={phone.release} />
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
          later={
            <>
              <ReleaseGroups view={view} answer={isGroup ? answer : undefined} />
              {phone.kept === null && <TakeBackRelease view={view} answer={isTakeBack ? answer : undefined} />}
            </>
          }
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
      <SpokenRelease view={view} report_id={form_id} answer={isNote || isGroup || isTakeBack ? undefined : answer} />
    </div>
  );
}

/** The release that counts by what this phone knows, epoch ms. */
function releasedAt({ release_time, precision_ms }: ReleaseView['flight'], kept: Report | null): number | null {
  if (kept) return countedRelease(Date.parse(kept.at), precision_ms);
  return release_time === null ? null : Date.parse(release_time);
}

interface HoldProps {
  view: ReleaseView;
  sunrise_ms: number | null;
  now_ms: number;
  onHeld: () => void;
}

/** The button; at an unusual moment it waits for a tick beside the sentence that says so. */
function Hold({ view: { flight, loft }, sunrise_ms, now_ms, onHeld }: HoldProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const hydrated = useHydrated();
  const [isMeant, setMeant] = useState(false);
  if (flight.status === 'planned')
    return <p className={styles.kept}>{t('refusals.basketing_not_open', { status: '' })}</p>;
  const seconds = (left_ms: number) => formatNumber(locale, Math.ceil(left_ms / 100) / 10, 1, 1);
  const planned_ms = flight.release_time === null ? null : Date.parse(flight.release_time);
  const { is_far, is_dark } = unusualRelease({ now_ms, planned_ms, rise_ms: sunrise_ms });
  const isUnusual = is_far || is_dark;
  const clock = (at_ms: number) => clockTime(at_ms, loft.time_zone).time.slice(0, 5);
  const moment = (at_ms: number) => `${formatNamedDay(locale, at_ms, loft.time_zone, true)} ${clock(at_ms)}`;
  return (
    <div className={`${styles.press} ${hydrated ? '' : 'awaited'}`}>
      {flight.distance_m === null && <p className={styles.kept}>{t('refusals.distance_missing')}</p>}
      {isUnusual && (
        <div className={styles.unusual} suppressHydrationWarning>
          <p id="unusual">
            {is_far && t('release.far_from_plan', { planned: moment(planned_ms!), now: moment(now_ms) })}{' '}
            {is_dark && t('release.still_dark', { time: clock(sunrise_ms!) })}
          </p>
          <label>
            <input
              type="checkbox"
              checked={isMeant}
              aria-describedby="unusual"
              onChange={({ currentTarget }) => setMeant(currentTarget.checked)}
            />
            {t('release.all_the_same')}
          </label>
        </div>
      )}
      <HoldButton
        rest={{ word: t('release.hold'), hint: t(isUnusual && !isMeant ? 'release.tick_first' : 'release.hold_hint') }}
        held={(left_ms) => ({
          word: t('release.keep_holding'),
          hint: t('release.left', { seconds: seconds(left_ms) }),
        })}
        disabled={flight.distance_m === null || (isUnusual && !isMeant)}
        onHeld={onHeld}
      />
    </div>
  );
}
