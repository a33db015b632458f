/** The disputes of a flight for those who run its loft: each is answered for everybody to read, by who did not open it. */
import { Form, redirect, useNavigation } from 'react-router';
import { answerDispute, type Dispute, readDisputes } from '#domain/disputes/contract.ts';
import { disputeDecisions, mostDisputeText } from '#domain/disputes/dispute.ts';
import { disputesPath, newRulingPath } from '#web/lib/admin-paths.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { fieldsIn } from '#web/lib/fields-in.ts';
import { actOn, type RefusedForm, textIn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { answers, idFrom, oneOf } from '#web/lib/loader.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { Area, Choice, Wrong } from '#web/ui/Field.tsx';
import forms from '#web/ui/form.module.css';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { Moment } from '#web/ui/Times.tsx';
import type { Route } from './+types/DisputesPage.ts';
import { DisputeFacts } from './DisputeFacts.tsx';
import styles from './disputes.module.css';

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const key = { season_id: idFrom(params.season_id), flight_id: idFrom(params.flight_id) };
  const view = await answers(() => context.get(callContext)(readDisputes, { params: key }));
  const head = pageHead({ context, params, pattern }, [t('dispute.title'), view.flight.name], view.loft.name);
  return { ...view, head };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const key = { season_id: idFrom(params.season_id), flight_id: idFrom(params.flight_id) };
  const form = await request.formData();
  return actOn(form, async () => {
    const n = idFrom(textIn(form, 'n'));
    const ruling_n = textIn(form, 'ruling_n') === '' ? null : Number(textIn(form, 'ruling_n'));
    const body = { decision: oneOf(disputeDecisions, textIn(form, 'intent')), text: textIn(form, 'text'), ruling_n };
    await context.get(callContext)(answerDispute, { params: { ...key, n }, body });
    return redirect(`${disputesPath(key.season_id, key.flight_id)}#dispute-${n}`);
  });
}

export { revalidateAfterRefusal as shouldRevalidate } from '#web/lib/revalidate.ts';

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function DisputesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { loft, disputes, until, read_at } = loaderData;
  const until_ms = until === null ? null : Date.parse(until);
  return (
    <>
      <AdminHead title={t('dispute.title')} lead={t('dispute.lead')} />
      <section className={panel.panel} aria-label={t('dispute.title')}>
        {until_ms !== null && (
          <div className={panel.head}>
            <small>
              {until_ms > Date.parse(read_at) ? (
                <>
                  {t('dispute.until')} <Moment at_ms={until_ms} time_zone={loft.time_zone} short />
                </>
              ) : (
                t('refusals.dispute_time_over')
              )}
            </small>
          </div>
        )}
        {disputes.length === 0 ? (
          <p className={styles.none}>{t('dispute.none')}</p>
        ) : (
          <ol className={styles.list}>
            {disputes.map((dispute) => (
              <li key={dispute.n} id={`dispute-${dispute.n}`}>
                <DisputeFacts
                  dispute={dispute}
                  time_zone={loft.time_zone}
                  by={dispute.by}
                  answered_by={dispute.answered_by}
                />
                {dispute.state === 'open' ? (
                  <Answer view={loaderData} dispute={dispute} failed={actionData} />
                ) : (
                  actionData?.typed.n === String(dispute.n) && <NotSent failed={actionData} />
                )}
              </li>
            ))}
          </ol>
        )}
      </section>
    </>
  );
}

/** An answer to a dispute that was withdrawn or answered meanwhile: what was typed stays. */
function NotSent({ failed: { refused, typed } }: { failed: RefusedForm }) {
  const { t } = useTranslation();
  return (
    <div className={forms.form}>
      <Wrong refused={refused} />
      <Area label={t('dispute.not_sent')} rows={3} readOnly dir="auto" defaultValue={typed.text ?? ''} />
    </div>
  );
}

interface AnswerProps {
  view: Route.ComponentProps['loaderData'];
  dispute: Dispute;
  failed: Route.ComponentProps['actionData'];
}

function Answer({ view: { season, flight, rulings }, dispute: { n, ring, is_own }, failed }: AnswerProps) {
  const { t } = useTranslation();
  const busy = useNavigation().state === 'submitting';
  if (is_own) return <p>{t('refusals.dispute_own')}</p>;
  const refused = failed?.typed.n === String(n) ? failed : undefined;
  const field = fieldsIn(refused, { text: '', ruling_n: '' });
  return (
    <>
      <p>
        <Link className={panel.button} to={newRulingPath(season.id, flight.id, ring === null ? {} : { ring })}>
          <Icon name="evaluated" />
          {t('ruling.rule_on_it')}
        </Link>
      </p>
      <Form
        method="post"
        action={disputesPath(season.id, flight.id)}
        className={forms.form}
        noValidate
        preventScrollReset
      >
        <Wrong refused={refused?.refused} />
        <input type="hidden" name="n" value={n} />
        <Area
          label={t('dispute.answer')}
          hint={t('dispute.answer_hint')}
          rows={3}
          required
          maxLength={mostDisputeText}
          dir="auto"
          {...field('text')}
        />
        <Choice label={t('dispute.mended_by')} {...field('ruling_n')}>
          <option value="">–</option>
          {rulings.map((ruling) => (
            <option key={ruling.n} value={ruling.n}>
              {[`${t('ruling.number', { n: ruling.n })}: ${t(`ruling.kind_${ruling.kind}`)}`, ...ruling.of].join(' · ')}
            </option>
          ))}
        </Choice>
        <div className={styles.buttons}>
          <button type="submit" name="intent" value="upheld" className={panel.button_primary} disabled={busy}>
            {t('dispute.uphold')}
          </button>
          <button type="submit" name="intent" value="rejected" className={panel.button} disabled={busy}>
            {t('dispute.reject')}
          </button>
        </div>
      </Form>
    </>
  );
}
