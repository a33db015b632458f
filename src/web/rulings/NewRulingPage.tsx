/**
 * A new ruling: its kind, what it says, what it would change, and then its reason. What it says is a query, so the
 * page works without a script and a link can fill it in.
 */
import { useState } from 'react';
import { Form, redirect, useNavigation } from 'react-router';
import { dayAt } from '#domain/day.ts';
import { takesRulings } from '#domain/flights/flight.ts';
import { isRefusal } from '#domain/refusal.ts';
import {
  findBirds,
  findEntries,
  mostRulingFiles,
  prepareRuling,
  previewRuling,
  readRulings,
} from '#domain/rulings/contract.ts';
import { rulingKinds } from '#domain/rulings/ruling.ts';
import { rulingsPath } from '#web/lib/admin-paths.ts';
import { answersOfSeason } from '#web/lib/answers-of-season.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn, textIn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { answers, idFrom, oneOf } from '#web/lib/loader.ts';
import { rulebookPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { noFrame } from '#web/shell/frame.ts';
import { AddEvidence } from '#web/ui/AddEvidence.tsx';
import { Area, Wrong } from '#web/ui/Field.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/NewRulingPage.ts';
import { Effect, FirstGroupOnly } from './Effect.tsx';
import { ChooseKind, NotOpen } from './Kinds.tsx';
import { RulingFields } from './RulingFields.tsx';
import { RulingHead, RulingStateChip } from './RulingHead.tsx';
import { birdFields, errorsByField, fieldsOf, groupTyped, rulingIn } from './ruling-form.ts';
import styles from './rulings.module.css';
import { Signers, Steps } from './Signers.tsx';
import { ManualRule, Subject } from './Subject.tsx';

const kindIn = (search: URLSearchParams) => oneOf(['', ...rulingKinds], search.get('kind'));

export async function loader({ context, params, pattern, request }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const call = context.get(callContext);
  const key = { season_id: idFrom(params.season_id), flight_id: idFrom(params.flight_id) };
  const view = await answersOfSeason(call, key.season_id, () => call(readRulings, { params: key }));
  const { searchParams: search } = new URL(request.url);
  const kind = kindIn(search);
  const isAll = search.has('all');
  const title = kind ? t(`ruling.kind_${kind}`) : t('ruling.new');
  const head = pageHead({ context, params, pattern }, [title, view.flight.name], view.loft.name);
  const { release_time } = view.flight;
  // The day of the race is what most rulings are about.
  const date = release_time === null ? '' : dayAt(Date.parse(release_time), view.loft.time_zone);
  // A clock is wrong in the whole flight, unless somebody says since when.
  const typed: Record<string, string> = {
    date: kind === 'offset' ? '' : date,
    ...(kind === 'release_group' && groupTyped(view.groups, search.get('group') ?? '', view.loft.time_zone)),
    ...Object.fromEntries(search),
  };
  const isVoid = kind === 'void';
  const ring = search.get('ring') ?? '';
  const found = isVoid ? await answers(() => call(findEntries, { params: key, query: { ring } })) : null;
  const asked = { ...view, entries: found?.entries ?? null, found: null, kind, isAll, title, typed, head };
  if (!kind || !search.has('show')) return { ...asked, preview: null, refused: null };
  try {
    const body = { ruling: rulingIn(kind, search), all: isAll };
    return { ...asked, preview: await call(previewRuling, { params: key, body }), refused: null };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const { code, params: words, errors } = error;
    const field = birdFields.find((name) => errors?.[name]?.some((one) => one.code === 'pigeon_several'));
    const query = field && { q: search.get(field) ?? '' };
    const birds = query && (await answers(() => call(findBirds, { params: key, query }))).birds;
    const several = field && birds ? { field, birds } : null;
    const refused = { code, params: words, errors: errorsByField(errors) };
    return { ...asked, found: several, preview: null, refused };
  }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const form = await request.formData();
  const key = { season_id: idFrom(params.season_id), flight_id: idFrom(params.flight_id) };
  const { searchParams: search } = new URL(request.url);
  const kind = kindIn(search);
  return actOn(form, async () => {
    if (!kind) return redirect(rulingsPath(key.season_id, key.flight_id));
    const body = {
      ruling: rulingIn(kind, search),
      reason: textIn(form, 'reason'),
      seen: textIn(form, 'seen'),
      file_ids: form.getAll('file_id').map(Number),
    };
    const { n } = await context.get(callContext)(prepareRuling, { params: key, body });
    return redirect(`${rulingsPath(key.season_id, key.flight_id)}/${n}?done=1`);
  });
}

/** Whether the form says it at its fields. */
const isAtField = ({ errors }: { errors: object }) => Object.keys(errors).length > 0;

export { revalidateAfterRefusal as shouldRevalidate } from '#web/lib/revalidate.ts';

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export const handle = { frame: noFrame };

export default function NewRulingPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { loft, season, flight, kind, title, typed, clocks, groups, entries, found, preview, refused, isAll } =
    loaderData;
  const { manual_arrival } = loaderData;
  const fields = { typed, clocks, entries, found, unit: loft.unit, time_zone: loft.time_zone };
  return (
    <div className={styles.page}>
      <RulingHead flight={flight} season_id={season.id} title={title}>
        {preview && <RulingStateChip state={null} />}
      </RulingHead>
      <div className={preview ? styles.columns : styles.single}>
        <div className={styles.column}>
          {!takesRulings(flight.status) ? (
            <NotOpen />
          ) : kind ? (
            <section className={panel.panel} aria-label={title}>
              {preview && fieldsOf[kind].length > 0 ? (
                <details className={styles.again}>
                  <summary>{t('due_date.change')}</summary>
                  <RulingFields {...fields} kind={kind} errors={{}} />
                </details>
              ) : (
                <>
                  <p className={styles.lead}>{t(`ruling.hint_${kind}`)}</p>
                  {kind === 'release' && <FirstGroupOnly groups={groups.map(({ group }) => group)} />}
                  {refused && !isAtField(refused) && (
                    <div className={styles.lead}>
                      <Wrong refused={refused} />
                    </div>
                  )}
                  {!preview && <RulingFields {...fields} kind={kind} errors={refused?.errors ?? {}} />}
                </>
              )}
            </section>
          ) : (
            <ChooseKind season_id={season.id} flight_id={flight.id} known={typed} />
          )}
          {kind && preview && (
            <>
              <Subject kind={kind} about={preview.about} loft={loft} />
              {kind === 'manual' && (
                <ManualRule
                  about={preview.about}
                  policy={manual_arrival}
                  read={preview.read}
                  effect={preview.effect}
                  time_zone={loft.time_zone}
                  rulebook={rulebookPath({ loft_id: loft.id, season_id: season.id })}
                />
              )}
            </>
          )}
        </div>
        {preview && (
          <>
            <Effect effect={preview.effect} readings={preview.readings} isAll={isAll} />
            <Reason view={loaderData} seen={preview.effect} answer={actionData} />
          </>
        )}
      </div>
    </div>
  );
}

interface ReasonProps {
  view: Route.ComponentProps['loaderData'];
  seen: { fingerprint: string; needs_second: boolean };
  answer: Route.ComponentProps['actionData'];
}

/** The reason, the files it rests on, and who signs. */
function Reason({ view: { loft, people }, seen, answer }: ReasonProps) {
  const { t } = useTranslation();
  const busy = useNavigation().state !== 'idle';
  const [reason, setReason] = useState(answer?.typed.reason ?? '');
  const own = people.find(({ state }) => state === 'maker');
  return (
    <Form method="post" className={`${panel.panel} ${styles.sign}`} noValidate preventScrollReset>
      <input type="hidden" name="seen" value={seen.fingerprint} />
      <Wrong refused={answer?.refused} />
      <Area
        label={t('ruling.reason')}
        hint={t('ruling.reason_hint')}
        name="reason"
        required
        maxLength={1000}
        dir="auto"
        defaultValue={reason}
        onInput={({ currentTarget }) => setReason(currentTarget.value)}
        errors={answer?.refused.errors?.reason}
      />
      <AddEvidence
        legend={t('ruling.evidence')}
        most={mostRulingFiles}
        as="evidence"
        loft_id={loft.id}
        kept={answer?.typed.file_id}
      />
      {seen.needs_second ? (
        <>
          <Signers people={people} reason={reason} />
          {own && <Steps by={own.name} />}
        </>
      ) : (
        <p className={styles.hint}>{t('ruling.second_not_needed')}</p>
      )}
      <p className={styles.notified}>{t('ruling.notified')}</p>
      <button type="submit" className={panel.button_primary} disabled={busy}>
        {t(seen.needs_second ? 'ruling.do_prepare' : 'ruling.do_make')}
      </button>
      <p className={styles.hint}>{t('ruling.lead')}</p>
    </Form>
  );
}
