/** A participant disputes a provisional result with a line and pictures, and reads the answers. */
import { Form, redirect, useNavigation, useSearchParams } from 'react-router';
import { openDispute, readOwnDisputes, uploadDisputePicture, withdrawDispute } from '#domain/disputes/contract.ts';
import { mostDisputePictures, mostDisputes, mostDisputeText } from '#domain/disputes/dispute.ts';
import { readFlight } from '#domain/flights/contract.ts';
import { pathOf } from '#domain/path.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { fieldsIn } from '#web/lib/fields-in.ts';
import { actOn, type RefusedForm, textIn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { ownDisputesPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AddEvidence } from '#web/ui/AddEvidence.tsx';
import { Area, Field, Wrong } from '#web/ui/Field.tsx';
import forms from '#web/ui/form.module.css';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import { Moment } from '#web/ui/Times.tsx';
import type { Route } from './+types/OwnDisputesPage.ts';
import { DisputeFacts } from './DisputeFacts.tsx';
import styles from './disputes.module.css';

export async function loader({ context, params, pattern, url }: Route.LoaderArgs) {
  const { locale } = context.get(pageContext);
  const { t } = speaker(locale);
  const call = context.get(callContext);
  const key = { loft_id: idFrom(params.loft_id), flight_id: idFrom(params.flight_id) };
  const [{ flight, loft }, own] = await answers(() =>
    Promise.all([call(readFlight, { params: key }), call(readOwnDisputes, { params: key })]),
  );
  const head = pageHead({ context, params, pattern }, [t('dispute.title'), flight.name, loft.name]);
  return { ...own, flight, loft, ring: url.searchParams.get('ring') ?? '', head };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const call = context.get(callContext);
  const key = { loft_id: idFrom(params.loft_id), flight_id: idFrom(params.flight_id) };
  const form = await request.formData();
  const own = ownDisputesPath({ loft_id: key.loft_id, id: key.flight_id });
  return actOn(form, async () => {
    if (textIn(form, 'intent') === 'withdraw') {
      await call(withdrawDispute, { params: { ...key, n: idFrom(textIn(form, 'n')) }, body: {} });
      return redirect(own);
    }
    const file_ids = form.getAll('file_id').map(Number);
    const body = { ring: textIn(form, 'ring'), text: textIn(form, 'text'), file_ids };
    await call(openDispute, { params: key, body });
    return redirect(`${own}?sent=1`);
  });
}

export { revalidateAfterRefusal as shouldRevalidate } from '#web/lib/revalidate.ts';

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function OwnDisputesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { flight, loft, disputes, refusal, read_at } = loaderData;
  const [search] = useSearchParams();
  const busy = useNavigation().state === 'submitting';
  const until_ms = flight.disputes_until === null ? null : Date.parse(flight.disputes_until);
  const refused = actionData && 'refused' in actionData ? actionData : undefined;
  const isWithdrawal = refused?.typed.intent === 'withdraw';
  return (
    <div className={`wrap ${styles.page}`}>
      <h1>{t('dispute.title')}</h1>
      {search.has('sent') && !actionData && (
        <p role="status" className={panel.notice}>
          <Icon name="check" size={20} />
          <span>{t('dispute.sent')}</span>
        </p>
      )}
      {refusal !== null && (
        <p className={panel.notice}>
          <Icon name="alert" size={20} />
          <span>{t(`refusals.${refusal}` as 'refusals.dispute_time_over', { max: mostDisputes })}</span>
        </p>
      )}
      {refusal === null && (
        <section className={panel.panel} aria-labelledby="new">
          <div className={panel.head}>
            <h2 id="new">{t('dispute.do')}</h2>
            {until_ms !== null && until_ms > Date.parse(read_at) && (
              <small>
                {t('dispute.until')} <Moment at_ms={until_ms} time_zone={loft.time_zone} short />
              </small>
            )}
          </div>
          <NewDispute key={disputes.length} view={loaderData} refused={isWithdrawal ? undefined : refused} />
        </section>
      )}
      <section className={panel.panel} aria-labelledby="own">
        <div className={panel.head}>
          <h2 id="own">{t('dispute.own')}</h2>
        </div>
        {isWithdrawal && <Wrong refused={refused?.refused} />}
        {disputes.length === 0 ? (
          <p className={styles.none}>{t('dispute.none')}</p>
        ) : (
          <ol className={styles.list}>
            {disputes.map((dispute) => (
              <li key={dispute.n}>
                <DisputeFacts dispute={dispute} time_zone={loft.time_zone} />
                {dispute.state === 'open' && (
                  <Form method="post" action={ownDisputesPath(flight)} preventScrollReset>
                    <input type="hidden" name="n" value={dispute.n} />
                    <button type="submit" name="intent" value="withdraw" className={panel.button} disabled={busy}>
                      <Icon name="undo" />
                      {t('dispute.withdraw')}
                    </button>
                  </Form>
                )}
              </li>
            ))}
          </ol>
        )}
      </section>
    </div>
  );
}

interface NewDisputeProps {
  view: Route.ComponentProps['loaderData'];
  refused: RefusedForm | undefined;
}

function NewDispute({ view: { flight, rings, ring }, refused }: NewDisputeProps) {
  const { t } = useTranslation();
  const busy = useNavigation().state === 'submitting';
  const field = fieldsIn(refused, { ring, text: '' });
  return (
    <Form
      method="post"
      action={ownDisputesPath(flight)}
      className={`${forms.form} ${styles.form}`}
      noValidate
      preventScrollReset
    >
      <Wrong refused={refused?.refused} />
      <Field
        label={t('ruling.ring')}
        hint={t('dispute.ring_hint')}
        list="own-rings"
        dir="ltr"
        autoComplete="off"
        maxLength={64}
        {...field('ring')}
      />
      <datalist id="own-rings">
        {rings.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      <Area
        label={t('dispute.text')}
        hint={t('dispute.text_hint')}
        rows={3}
        required
        maxLength={mostDisputeText}
        dir="auto"
        {...field('text')}
      />
      <AddEvidence
        legend={t('dispute.pictures')}
        most={mostDisputePictures}
        as="image"
        path={pathOf(uploadDisputePicture.path, { loft_id: flight.loft_id, flight_id: flight.id })}
        kept={refused?.typed.file_id}
        isPrivate
      />
      <button type="submit" name="intent" value="open" className={panel.button_primary} disabled={busy}>
        {t('dispute.send')}
      </button>
    </Form>
  );
}
