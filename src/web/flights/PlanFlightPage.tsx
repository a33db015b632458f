/** Plan one flight, by itself or as a copy of another (`copy`), or a whole series (`as=series`); plain forms. */
import { Form, redirect, useNavigation, useSearchParams } from 'react-router';
import { flightKinds } from '#domain/flights/flight.ts';
import { mostInSeries } from '#domain/flights/plan.ts';
import { listPlans, planFlight, planSeries, prepareFlight } from '#domain/flights/plan-contract.ts';
import { flightsAdminPath } from '#web/lib/admin-paths.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { formatDistance } from '#web/lib/intl.ts';
import { answers, idFrom, oneOf } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { Check, Choice, Field, Wrong } from '#web/ui/Field.tsx';
import forms from '#web/ui/form.module.css';
import { Link } from '#web/ui/Link.tsx';
import { ListParts } from '#web/ui/ListParts.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/PlanFlightPage.ts';
import { ClockChoice } from './ClockChoice.tsx';
import { PlanFields, WasReleased } from './PlanFields.tsx';
import { keepPlace, newPlan, planIn, seriesIn, type Typed, typedOf } from './plan-form.ts';
import { mapsFor } from './plan-loader.server.ts';
import { SpeedField } from './SpeedField.tsx';
import styles from './season-flights.module.css';

const firstCount = 4;

export async function loader({ context, params, pattern, request }: Route.LoaderArgs) {
  const { locale, site } = context.get(pageContext);
  const { t } = speaker(locale);
  const call = context.get(callContext);
  const season_id = idFrom(params.season_id);
  const search = new URL(request.url).searchParams;
  const as = oneOf(['one', 'copy', 'series'], search.get('as'));
  const [copy, from] = [search.get('copy'), search.get('from')];
  const copied = copy === null ? {} : { copy: idFrom(copy), ...(from !== null && { from: idFrom(from) }) };
  const [ready, { season_flights }] = await answers(() =>
    Promise.all([
      call(prepareFlight, { params: { season_id }, query: copied }),
      call(listPlans, { params: { season_id }, query: {} }),
    ]),
  );
  const count = Math.min(mostInSeries, Math.max(1, Number(search.get('count')) || firstCount));
  const head = pageHead({ context, params, pattern }, [t('flights.plan'), ready.season.name], ready.loft.name);
  return { ...ready, ...(await mapsFor(ready, request, site)), as, count, season_flights, head };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const call = context.get(callContext);
  const season_id = idFrom(params.season_id);
  const form = await request.formData();
  return actOn(form, async () => {
    const { loft } = await call(prepareFlight, { params: { season_id }, query: {} });
    const kept = await keepPlace(call, form, loft.id);
    if (kept) return kept;
    if (form.has('first_day')) await call(planSeries, { params: { season_id }, body: seriesIn(form, loft.unit) });
    else await call(planFlight, { params: { season_id }, body: planIn(form, loft.unit) });
    return redirect(`${flightsAdminPath(season_id)}?saved=1`);
  });
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function PlanFlightPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const { loft, birds, clocks, copied, as, rulebook_version, release_points, overview, picker } = loaderData;
  const reply = answered(actionData);
  const typed: Typed = reply.typed ?? (copied ? typedOf(copied, loft.unit) : newPlan);
  return (
    <>
      <AdminHead title={t('flights.plan')} lead={t('flights.save_lead')} />
      <section className={panel.panel}>
        <div className={styles.choice}>
          <ListParts
            label={t('flights.plan')}
            parts={(['one', 'copy', 'series'] as const).map((one) => ({
              to: one === 'one' ? '?' : `?as=${one}`,
              word: t(`flights.${one}`),
              isShown: as === one,
            }))}
          />
        </div>
        {as === 'copy' ? (
          <CopyList {...loaderData} />
        ) : as === 'series' ? (
          <SeriesForm {...loaderData} typed={reply.typed} refused={reply.refused} />
        ) : (
          <Form
            key={`${copied?.id} ${search.get('point')}`}
            method="post"
            className={styles.form}
            noValidate
            preventScrollReset
          >
            <Wrong refused={reply.refused?.errors ? { code: 'bad_input' } : reply.refused} />
            <PlanFields
              typed={typed}
              errors={reply.refused?.errors}
              loft={loft}
              birds={birds}
              clocks={clocks}
              points={release_points}
              overview={overview}
              picker={picker}
              kept={reply.kept}
            />
            <p className={forms.hint}>
              {t('admin.rulebook')}: {t('rulebook.version', { version: rulebook_version })}
            </p>
            <SaveButtons />
          </Form>
        )}
      </section>
    </>
  );
}

type Reply = Route.ComponentProps['actionData'];

/** What came of a form: its refusal, or the place that was kept by it; with what was typed. */
function answered(data: Reply) {
  if (data === undefined) return { typed: undefined, refused: undefined, kept: undefined };
  if ('refused' in data) return { typed: data.typed as Typed, refused: data.refused, kept: undefined };
  return { typed: data.typed, refused: undefined, kept: data.kept };
}

function SaveButtons() {
  const { t } = useTranslation();
  const busy = useNavigation().state === 'submitting';
  return (
    <div className={styles.buttons}>
      <button type="submit" name="intent" value="draft" className={panel.button} disabled={busy}>
        {t('flights.save_draft')}
      </button>
      <button type="submit" name="intent" value="shown" className={panel.button_primary} disabled={busy}>
        {t('flights.save_shown')}
      </button>
    </div>
  );
}

type Data = Route.ComponentProps['loaderData'];

/** The flights of the season, to choose the one that is copied. */
function CopyList({ season_flights, loft }: Pick<Data, 'season_flights' | 'loft'>) {
  const { t } = useTranslation();
  const { locale } = usePage();
  return (
    <div className={styles.form}>
      <p>{season_flights.length ? t('flights.copy_lead') : t('flights.empty')}</p>
      <ul className={styles.copies}>
        {season_flights.map(({ id, name, kind, distance }) => (
          <li key={id}>
            <Link to={`?copy=${id}`}>
              <bdi>{name}</bdi>
              <small>
                {t(`kind.${kind}`)}
                {distance !== null && ` · ${formatDistance(locale, distance)} ${t(`unit.${loft.unit}`)}`}
              </small>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface SeriesFormProps extends Pick<Data, 'release_points' | 'loft' | 'count' | 'birds' | 'clocks'> {
  typed: Typed | undefined;
  refused: ReturnType<typeof answered>['refused'];
}

function SeriesForm({ release_points, loft, count, clocks, typed = {}, refused }: SeriesFormProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const field = (name: string, start = '') => ({
    name,
    defaultValue: typed[name] ?? start,
    errors: refused?.errors?.[name],
  });
  const wrongPlace = Object.entries(refused?.errors ?? {}).find(([name]) => name.startsWith('release_point_ids'))?.[1];
  return (
    <>
      <Form method="get" className={`${styles.form} ${styles.count}`} preventScrollReset replace>
        <input type="hidden" name="as" value="series" />
        <Field
          label={t('flights.series_count')}
          name="count"
          type="number"
          min={1}
          max={mostInSeries}
          defaultValue={count}
          onChange={({ currentTarget }) => currentTarget.value && currentTarget.form?.requestSubmit()}
        />
        <button type="submit" className={panel.button}>
          {t('flights.series_set')}
        </button>
      </Form>
      <Form method="post" className={`${styles.form} ${forms.form}`} noValidate>
        <Wrong refused={refused?.errors ? { code: 'bad_input' } : refused} />
        <input type="hidden" name="entry" value="racing" />
        <div className={forms.pair}>
          <Field
            label={t('flights.series_name')}
            maxLength={120}
            autoComplete="off"
            {...field('name', t('kind.training'))}
          />
          <Choice label={t('facts.kind')} {...field('kind', 'training')}>
            {flightKinds.map((kind) => (
              <option key={kind} value={kind}>
                {t(`kind.${kind}`)}
              </option>
            ))}
          </Choice>
        </div>
        <div className={forms.pair}>
          <Field label={t('due_date.from')} type="date" {...field('first_day')} />
          <Field label={t('flights.release_time')} type="time" {...field('release_time')} />
          <Field label={t('flights.days_between')} inputMode="numeric" {...field('days_between', '7')} />
        </div>
        <WasReleased errors={refused?.errors} name="first_day" />
        <div className={forms.pair}>
          {Array.from({ length: count }, (_, n) => (
            // The places have no order but that of the flights.
            // biome-ignore lint/suspicious/noArrayIndexKey: a place is known by the number of its flight
            <Choice key={n} label={t('flights.point_of', { n: n + 1 })} name="release_point_ids" errors={wrongPlace}>
              <option value="">{t('flights.no_point')}</option>
              {release_points.map(({ id, name, distance }) => (
                <option key={id} value={id}>
                  {name}
                  {distance !== null && ` · ${formatDistance(locale, distance)} ${t(`unit.${loft.unit}`)}`}
                </option>
              ))}
            </Choice>
          ))}
        </div>
        <SpeedField typed={typed} errors={refused?.errors} unit={loft.unit} />
        <ClockChoice clocks={clocks} typed={typed} />
        <Check
          label={t('flights.news')}
          name="notifies_followers"
          defaultChecked={refused === undefined || typed.notifies_followers === 'on'}
        />
        <SaveButtons />
      </Form>
    </>
  );
}
