/**
 * Intake of birds at the loft: scan the ring, then the chip, then the next bird. One field at a time has the focus, and
 * Enter, which scanners send by themselves, submits it; so it works without a script too.
 */
import { type ReactNode, useEffect, useRef } from 'react';
import { Form, redirect, useSearchParams } from 'react-router';
import { readIntake, takeIn } from '#domain/entries/intake-contract.ts';
import type { FieldError } from '#domain/refusal.ts';
import { seasonAdminPath } from '#web/lib/admin-paths.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn, type RefusedForm, textIn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { useHydrated } from '#web/lib/hydrated.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { useReplySound } from '#web/lib/scan-sound.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import bulk from '#web/ui/bulk-action.module.css';
import { Field, Wrong } from '#web/ui/Field.tsx';
import form from '#web/ui/form.module.css';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import { BirdPlace, HealthChip } from '#web/ui/PigeonState.tsx';
import panel from '#web/ui/panel.module.css';
import { Ring } from '#web/ui/Ring.tsx';
import type { Route } from './+types/IntakePage.ts';
import styles from './entries.module.css';

export async function loader({ context, params, pattern, request }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const season_id = idFrom(params.season_id);
  const ring = (new URL(request.url).searchParams.get('ring') ?? '').slice(0, 64);
  const view = await answers(() => context.get(callContext)(readIntake, { params: { season_id }, query: { ring } }));
  const head = pageHead({ context, params, pattern }, [t('entries.intake'), view.season.name], view.loft.name);
  return { ...view, ring, head };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const season_id = idFrom(params.season_id);
  const fields = await request.formData();
  return actOn(fields, async () => {
    const body = { ring: textIn(fields, 'ring'), chip: textIn(fields, 'chip'), reason: textIn(fields, 'reason') };
    const { ring, health } = await context.get(callContext)(takeIn, { params: { season_id }, body });
    const done = new URLSearchParams({ done: ring, as: health });
    return redirect(`${seasonAdminPath(season_id)}/pigeons/intake?${done}`);
  });
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function IntakePage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const [search] = useSearchParams();
  const { season, arrived, expected, pigeon, which, found, ring } = loaderData;
  const at = `${seasonAdminPath(season.id)}/pigeons`;
  const number = (value: number) => formatNumber(locale, value);
  const done = search.get('done');
  /** A chip that was read without a bird. */
  const known = search.get('chip')?.slice(0, 64);
  const errors = actionData?.refused.errors;
  const isUnknown = ring !== '' && !pigeon && found === 0;
  const isWrong = actionData !== undefined || isUnknown;
  const sound = useReplySound(isWrong ? 'wrong' : pigeon || done ? 'right' : null, actionData ?? loaderData);
  const hydrated = useHydrated();
  return (
    <>
      <AdminHead title={t('entries.intake')} lead={t('entries.intake_lead')} />
      {done && (
        <p role="status" className={`${panel.notice} ${bulk.notice} ${bulk.done}`}>
          <Icon name="check" />
          <span>
            <Ring ring={done} /> {t('entries.taken_in')}
          </span>
        </p>
      )}
      <section className={panel.panel} aria-labelledby="scan">
        <div className={panel.head}>
          <h2 id="scan">{t(pigeon ? 'entries.scan_chip' : 'entries.scan_ring')}</h2>
          <small role="status">{t('entries.arrived', { arrived: number(arrived), expected: number(expected) })}</small>
          <button
            type="button"
            className={`${panel.button} ${styles.sound} ${hydrated ? '' : 'awaited'}`}
            aria-pressed={sound.on}
            // The focus returns to the scan field for the next scan.
            onClick={({ currentTarget }) => {
              sound.set(!sound.on);
              currentTarget.closest('section')?.querySelector<HTMLInputElement>('input[data-scan]')?.focus();
            }}
          >
            <Icon name={sound.on ? 'sound' : 'mute'} />
            {t('live.sound')}
          </button>
        </div>
        {pigeon ? (
          <Form method="post" key={pigeon.pigeon_id} className={`${form.form} ${styles.form}`}>
            <p className={styles.scanned}>
              <b>
                <Ring ring={pigeon.ring} />
              </b>
              <bdi>{pigeon.team}</bdi>
              <HealthChip health={pigeon.health} />
              <BirdPlace bird={pigeon} besideHealth />
              {pigeon.chip && (
                <span>
                  {t('entries.chip')}:{' '}
                  <bdi dir="ltr" className="num">
                    {pigeon.chip}
                  </bdi>
                </span>
              )}
            </p>
            <input type="hidden" name="ring" value={pigeon.ring} />
            <Wrong refused={errors ? undefined : actionData?.refused} />
            <ChipField answer={actionData} at={at} known={known} />
            {pigeon.chip && (
              <Field
                label={t('entries.reason')}
                hint={t('entries.chip_reason')}
                name="reason"
                maxLength={1000}
                autoComplete="off"
                defaultValue={actionData?.typed.reason}
                errors={errors?.reason}
              />
            )}
            <div className={styles.actions}>
              <button type="submit" className={panel.button_primary}>
                {t('entries.take_in')}
              </button>
              <Link className={panel.button} to={`${at}/intake`}>
                {t('entries.another')}
              </Link>
            </div>
          </Form>
        ) : (
          <Form method="get" key={done} className={`${form.form} ${styles.form}`}>
            <ScanField
              label={t('sheet.ring')}
              name="ring"
              scanned={ring}
              errors={isUnknown ? [{ code: 'no_such_pigeon' }] : undefined}
              answer={loaderData}
            />
            {found > 0 && (
              <div role="status">
                <p>
                  <b>{t('basketing_desk.which')}</b>{' '}
                  {which.length === 0 && t('basketing_desk.more_digits', { n: number(found), digits: ring })}
                </p>
                <ul className={styles.which}>
                  {which.map((bird) => (
                    <li key={bird.pigeon_id}>
                      <Link
                        className={panel.button}
                        to={`${at}/intake?${new URLSearchParams({ ring: bird.ring, ...(known && { chip: known }) })}`}
                      >
                        <Ring ring={bird.ring} /> <bdi>{bird.team}</bdi>
                      </Link>
                    </li>
                  ))}
                </ul>
              </div>
            )}
            {known && <input type="hidden" name="chip" value={known} />}
            <button type="submit" className={`${panel.button_primary} ${styles.next}`}>
              {t('entries.next')}
            </button>
          </Form>
        )}
      </section>
    </>
  );
}

/** The field of the chip; a chip that another bird wears is shown with that bird. */
function ChipField({ answer, at, known }: { answer: RefusedForm | undefined; at: string; known: string | undefined }) {
  const { t } = useTranslation();
  const errors = answer?.refused.errors?.chip;
  const wearer = errors?.find(({ code }) => code === 'chip_on_bird')?.params;
  return (
    <ScanField
      label={t('entries.chip')}
      name="chip"
      scanned={answer?.typed.chip ?? known}
      errors={errors}
      answer={answer}
    >
      {wearer && (
        <Link to={`${at}/${wearer.pigeon_id}`}>
          <Ring ring={String(wearer.ring)} />
        </Link>
      )}
    </ScanField>
  );
}

interface ScanFieldProps {
  label: string;
  name: string;
  /** The last scan. */
  scanned: string | undefined;
  errors: readonly FieldError[] | undefined;
  /** The reply that `errors` came with: each new one empties the field. */
  answer: unknown;
  /** Shown beside the last scan. */
  children?: ReactNode;
}

/**
 * A field that a scanner types into. Errors are shown beside the field, which is emptied and focused: a scanner appends
 * to the present text, and Enter alone must not submit the refused value.
 */
function ScanField({ label, name, scanned, errors, answer, children }: ScanFieldProps) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const isWrong = errors !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same scan can be wrong twice
  useEffect(() => {
    if (!isWrong || !field.current) return;
    field.current.value = '';
    field.current.focus();
  }, [isWrong, answer]);
  return (
    <>
      <Field
        ref={field}
        label={label}
        name={name}
        dir="ltr"
        required
        maxLength={64}
        autoComplete="off"
        autoFocus
        data-scan
        defaultValue={isWrong ? '' : scanned}
        errors={errors}
      />
      {isWrong && (
        <p className={styles.scanned} role="status">
          {t('entries.scanned')}{' '}
          <bdi dir="ltr" className="num">
            {scanned}
          </bdi>
          {children}
        </p>
      )}
    </>
  );
}
