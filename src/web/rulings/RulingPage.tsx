/** One ruling: while it is prepared a second person signs or refuses it here; afterwards it is read here. */
import { Form, redirect, useNavigation } from 'react-router';
import { isRefusal } from '#domain/refusal.ts';
import {
  previewPrepared,
  type Ruling,
  type RulingEffect,
  readRuling,
  refuseRuling,
  signRuling,
} from '#domain/rulings/contract.ts';
import { newRulingPath, rulingsPath } from '#web/lib/admin-paths.ts';
import { answersOfSeason } from '#web/lib/answers-of-season.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn, type RefusedForm, textIn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { idFrom } from '#web/lib/loader.ts';
import { rulebookPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { noFrame } from '#web/shell/frame.ts';
import { Area, Wrong } from '#web/ui/Field.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { Moment } from '#web/ui/Times.tsx';
import type { Route } from './+types/RulingPage.ts';
import { Effect } from './Effect.tsx';
import { RulingFiles } from './Files.tsx';
import { RulingHead, RulingStateChip } from './RulingHead.tsx';
import styles from './rulings.module.css';
import { Signers } from './Signers.tsx';
import { ManualRule, Subject } from './Subject.tsx';

const keyIn = (params: Route.LoaderArgs['params']) => ({
  season_id: idFrom(params.season_id),
  flight_id: idFrom(params.flight_id),
  n: idFrom(params.n),
});

export async function loader({ context, params, pattern, request }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const call = context.get(callContext);
  const key = keyIn(params);
  const isAll = new URL(request.url).searchParams.has('all');
  const view = await answersOfSeason(call, key.season_id, () => call(readRuling, { params: key }));
  const head = pageHead(
    { context, params, pattern },
    [t('ruling.number', { n: key.n }), view.flight.name],
    view.loft.name,
  );
  if (view.ruling.state !== 'prepared') return { ...view, isAll: null, head, refused: null };
  try {
    const { effect } = await call(previewPrepared, { params: key, body: { all: isAll } });
    return { ...view, effect, isAll, head, refused: null };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const { code, params: words } = error;
    return { ...view, isAll: null, head, refused: { code, params: words } };
  }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const form = await request.formData();
  const call = context.get(callContext);
  const key = keyIn(params);
  return actOn(form, async () => {
    if (textIn(form, 'intent') === 'sign')
      await call(signRuling, { params: key, body: { seen: textIn(form, 'seen') } });
    else await call(refuseRuling, { params: key, body: { reason: textIn(form, 'because') } });
    return redirect(`${rulingsPath(key.season_id, key.flight_id)}/${key.n}?done=1`);
  });
}

export { revalidateAfterRefusal as shouldRevalidate } from '#web/lib/revalidate.ts';

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export const handle = { frame: noFrame };

export default function RulingPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { loft, season, flight, ruling, people, effect, isAll, manual_arrival, read, refused } = loaderData;
  return (
    <div className={styles.page}>
      <RulingHead flight={flight} season_id={season.id} title={t(`ruling.kind_${ruling.kind}`)}>
        <RulingStateChip state={ruling.state} withdrawn_by={ruling.withdrawn_by} />
      </RulingHead>
      <div className={styles.columns}>
        <div className={styles.column}>
          <Subject kind={ruling.kind} about={ruling.about} loft={loft} />
          <RulingFiles files={ruling.files} />
          {ruling.kind === 'manual' && effect && (
            <ManualRule
              about={ruling.about}
              policy={manual_arrival}
              read={read}
              effect={effect}
              time_zone={loft.time_zone}
              rulebook={rulebookPath({ loft_id: loft.id, season_id: season.id })}
            />
          )}
        </div>
        <div className={styles.column}>
          {refused && (
            <section className={panel.panel}>
              <div className={styles.none}>
                <Wrong refused={refused} />
              </div>
            </section>
          )}
          {effect && <Effect effect={effect} isAll={isAll} />}
        </div>
        <section className={`${panel.panel} ${styles.sign}`} aria-label={t('ruling.reason')}>
          <blockquote className={styles.reason}>
            <bdi>{ruling.reason}</bdi>
          </blockquote>
          <Course ruling={ruling} time_zone={loft.time_zone} />
          {ruling.state === 'prepared' ? (
            <>
              <Signers people={people} reason={ruling.reason} />
              <Decide ruling={ruling} effect={effect} refusal={loaderData.refusal} answer={actionData} />
            </>
          ) : (
            <TakeBack ruling={ruling} season_id={season.id} flight_id={flight.id} />
          )}
        </section>
      </div>
    </div>
  );
}

/** Who prepared it and who decided, each with its time. */
function Course({ ruling, time_zone }: { ruling: Ruling; time_zone: string }) {
  const { t } = useTranslation();
  const { state, by, prepared_at, decided_by, decided_at, decided_because, needs_second } = ruling;
  const decided = {
    made: needs_second ? t('ruling.signed_by', { name: decided_by ?? '' }) : t('ruling.made'),
    refused: t('ruling.refused_by', { name: decided_by ?? '' }),
    taken_back: t('ruling.taken_back'),
  };
  return (
    <ol className={styles.course}>
      <li>
        <b>{t('ruling.prepared_by', { name: by })}</b>
        <small>
          <Moment at_ms={Date.parse(prepared_at)} time_zone={time_zone} short />
        </small>
      </li>
      {state !== 'prepared' && decided_at !== null && (
        <li>
          <b>{decided[state]}</b>
          <small>
            <Moment at_ms={Date.parse(decided_at)} time_zone={time_zone} short />
          </small>
          {decided_because !== null && (
            <p>
              <bdi>{decided_because}</bdi>
            </p>
          )}
        </li>
      )}
    </ol>
  );
}

interface DecideProps {
  ruling: Ruling;
  effect: RulingEffect | null;
  /** Why the reader can neither sign nor refuse it; null: they can. */
  refusal: string | null;
  answer: RefusedForm | undefined;
}

function Decide({ ruling, effect, refusal, answer }: DecideProps) {
  const { t } = useTranslation();
  const busy = useNavigation().state !== 'idle';
  const intent = answer?.typed.intent;
  return (
    <>
      {refusal !== null && (
        <p className={panel.notice}>
          <Icon name="hourglass" size={20} />
          <span>{t(`refusals.${refusal}` as 'refusals.ruling_own')}</span>
        </p>
      )}
      {refusal === null && effect && (
        <Form method="post" className={styles.decide} preventScrollReset>
          <input type="hidden" name="seen" value={effect.fingerprint} />
          {intent === 'sign' && <Wrong refused={answer?.refused} />}
          <button type="submit" name="intent" value="sign" className={panel.button_primary} disabled={busy}>
            {t('ruling.sign')}
          </button>
          <p className={styles.hint}>{t('ruling.notified')}</p>
        </Form>
      )}
      {(ruling.is_own || refusal === null) && (
        <details className={styles.refuse} open={intent === 'refuse' || undefined}>
          <summary className={panel.button}>{t(ruling.is_own ? 'ruling.take_back' : 'ruling.refuse')}</summary>
          <Form method="post" className={styles.decide} preventScrollReset>
            {intent === 'refuse' && <Wrong refused={answer?.refused} />}
            <Area
              label={t('ruling.because')}
              name="because"
              rows={2}
              required
              maxLength={1000}
              dir="auto"
              defaultValue={answer?.typed.because ?? ''}
              errors={answer?.refused.errors?.reason}
            />
            <button type="submit" name="intent" value="refuse" className={panel.button} disabled={busy}>
              {t(ruling.is_own ? 'ruling.take_back' : 'ruling.refuse')}
            </button>
          </Form>
        </details>
      )}
    </>
  );
}

/** A ruling is never removed: another one withdraws its entry, or says anew what it said. */
function TakeBack({ ruling, season_id, flight_id }: { ruling: Ruling; season_id: number; flight_id: number }) {
  const { t } = useTranslation();
  const { state, kind, entries, withdrawn_by, about } = ruling;
  if (state !== 'made' || withdrawn_by !== null) return null;
  const isAnew = kind === 'release' || kind === 'release_group' || kind === 'distance' || kind === 'closing';
  // An offset stands before the readings that keep theirs; birds decided together are chosen one by one.
  const number = kind === 'offset' ? entries[0] : kind === 'close_times' ? undefined : entries.at(-1);
  if (!isAnew && !entries.length) return null;
  return (
    <p className={styles.notified}>
      <Link
        to={newRulingPath(
          season_id,
          flight_id,
          isAnew
            ? { kind, ...(about.group && { group: about.group.group }) }
            : number === undefined
              ? { kind: 'void' }
              : { kind: 'void', number, show: 1 },
        )}
      >
        {t('ruling.withdraw')}
      </Link>
    </p>
  );
}
