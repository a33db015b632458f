/** A pigeon of a season for its loft: state, history with reasons, chips. */
import { Form, redirect } from 'react-router';
import { correctPigeon, raceOutsideOrder } from '#domain/entries/intake-contract.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { changePigeonStatuses, endRight, giveRight, readSeasonPigeon } from '#domain/pigeons/admin-contract.ts';
import { changeBird, readBird } from '#domain/pigeons/bird-contract.ts';
import { birdFacts, facts } from '#domain/pigeons/facts.ts';
import { removePhoto, uploadPhoto } from '#domain/pigeons/photo-contract.ts';
import { seasonAdminPath } from '#web/lib/admin-paths.ts';
import { factText } from '#web/lib/bird-facts.ts';
import { callContext } from '#web/lib/context.ts';
import { withDone } from '#web/lib/done.ts';
import { actOn, textIn } from '#web/lib/form.ts';
import { base64Of, fileIn } from '#web/lib/form-file.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { pigeonPath } from '#web/lib/paths.ts';
import { nameOf } from '#web/lib/person-name.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { Flag } from '#web/ui/Flag.tsx';
import { FormResult } from '#web/ui/FormResult.tsx';
import form from '#web/ui/form.module.css';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import { BirdPlace, HealthChip } from '#web/ui/PigeonState.tsx';
import panel from '#web/ui/panel.module.css';
import { Shares } from '#web/ui/Shares.tsx';
import table from '#web/ui/table.module.css';
import type { Route } from './+types/SeasonPigeonPage.ts';
import { CorrectBird, Corrections } from './CorrectBird.tsx';
import styles from './entries.module.css';
import { factsTyped } from './facts-typed.ts';
import { PhotoPanel } from './PhotoPanel.tsx';
import { PigeonHistory } from './PigeonHistory.tsx';
import { RaceOutside } from './RaceOutside.tsx';
import { RightsForms } from './RightsForms.tsx';
import { StatusFields } from './StatusFields.tsx';
import { shareIn } from './share.ts';
import { statusIn } from './status-in.ts';
import { WhichBird } from './WhichBird.tsx';

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const key = { season_id: idFrom(params.season_id), pigeon_id: idFrom(params.pigeon_id) };
  const call = context.get(callContext);
  const view = await answers(() => call(readSeasonPigeon, { params: key }));
  const which = await call(readBird, { params: key });
  const at = `${seasonAdminPath(key.season_id)}/pigeons`;
  const head = pageHead({ context, params, pattern }, [view.pigeon.ring, view.season.name], view.loft.name);
  return { ...view, which, at, head };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const season_id = idFrom(params.season_id);
  const pigeon_id = idFrom(params.pigeon_id);
  const fields = await request.formData();
  return actOn(fields, async () => {
    const call = context.get(callContext);
    const reason = textIn(fields, 'reason');
    const intent = textIn(fields, 'intent');
    if (intent === 'give') {
      const share_bp = shareIn(textIn(fields, 'share_bp'));
      const body = { email: textIn(fields, 'email'), share_bp, from_day: textIn(fields, 'from_day'), reason };
      await call(giveRight, { params: { season_id, pigeon_id }, body });
    } else if (intent === 'end') {
      const n = idFrom(textIn(fields, 'n'));
      await call(endRight, { params: { season_id, pigeon_id, n }, body: { until_day: textIn(fields, 'until_day') } });
    } else if (intent === 'bird') {
      const same_as = textIn(fields, 'same_as');
      const body = { same_as: same_as ? idFrom(same_as) : null, reason };
      await call(changeBird, { params: { season_id, pigeon_id }, body });
    } else if (intent === 'correct') {
      await call(correctPigeon, { params: { season_id, pigeon_id }, body: factsTyped(fields) });
    } else if (intent === 'photo') {
      const file = fileIn(fields, isChosen(fields.get('camera')) ? 'camera' : 'file');
      const body = [`data:${file.type};base64,${await base64Of(file)}`];
      await call(uploadPhoto, { params: { season_id, pigeon_id }, query: { name: file.name.slice(0, 255) }, body });
    } else if (intent === 'no_photo') {
      const for_owner = textIn(fields, 'for_owner') === 'yes';
      await call(removePhoto, { params: { season_id, pigeon_id }, body: { for_owner } });
    } else if (intent === 'race') {
      await call(raceOutsideOrder, { params: { season_id, pigeon_id }, body: { reason } });
    } else {
      const body = { pigeon_ids: [pigeon_id], ...statusIn(fields) };
      await call(changePigeonStatuses, { params: { season_id }, body });
    }
    const { pigeon } = await call(readSeasonPigeon, { params: { season_id, pigeon_id } });
    return redirect(`${seasonAdminPath(season_id)}/pigeons/${pigeon_id}${withDone('', 'changed', pigeon.ring)}`);
  });
}

/** Whether a file was chosen in this field: an empty one is sent as a file without content. */
const isChosen = (sent: FormDataEntryValue | null) => sent instanceof File && sent.size > 0;

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function SeasonPigeonPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const {
    loft,
    season,
    pigeon,
    photo,
    photo_changes,
    pedigree,
    changes,
    chips,
    corrections,
    rights,
    today,
    at,
    which,
  } = loaderData;
  return (
    <>
      <AdminHead
        title={pigeon.ring}
        actions={
          <>
            <Link className={panel.button} to={`${at}/intake?ring=${encodeURIComponent(pigeon.ring)}`}>
              <Icon name="antenna" />
              {t('entries.scan_chip')}
            </Link>
            <Link className={panel.button} to={pigeonPath({ loft_id: loft.id, ...pigeon })}>
              <Icon name="globe" />
              {t('people.public')}
            </Link>
          </>
        }
      />
      <FormResult refused={actionData?.refused} />
      <div className={styles.parts}>
        <section className={panel.panel} aria-labelledby="standing">
          <div className={panel.head}>
            <h2 id="standing">{t('admin.state')}</h2>
          </div>
          <dl className={styles.facts}>
            <div>
              <dt>{t('admin.state')}</dt>
              <dd>
                <HealthChip health={pigeon.health} />
              </dd>
            </div>
            {pigeon.progress !== 'not_activated' && (
              <div>
                <dt>{t('entries.progress')}</dt>
                <dd>{t(`pigeon_status.${pigeon.progress}`)}</dd>
              </div>
            )}
            <div>
              <dt>{t('entries.location')}</dt>
              <dd>
                <BirdPlace bird={pigeon} />
              </dd>
            </div>
            {facts.map((fact) => {
              const text = fact === 'ring' ? null : factText(t, fact, pigeon);
              return (
                text !== null && (
                  <div key={fact}>
                    <dt>{t(birdFacts[fact].label)}</dt>
                    <dd>
                      <bdi>{text}</bdi>
                    </dd>
                  </div>
                )
              );
            })}
            <div>
              <dt>{t('teams.team')}</dt>
              <dd className={table.flagged}>
                <Flag country={pigeon.country} />
                <bdi>{pigeon.team ?? '–'}</bdi>
              </dd>
            </div>
            {pigeon.extra && (
              <div>
                <dt>{t(`entries.${pigeon.extra}`)}</dt>
                <dd>
                  <bdi>{pigeon.extra_reason}</bdi>
                </dd>
              </div>
            )}
            {pigeon.order_id && (
              <div>
                <dt>{t('order_admin.number')}</dt>
                <dd>
                  <Link className="num" to={`${seasonAdminPath(season.id)}/orders/${pigeon.order_id}`}>
                    {orderNumber({ year: season.year, number: pigeon.order_number! })}
                  </Link>
                </dd>
              </div>
            )}
            {pedigree && (
              <div>
                <dt>{t('entries.pedigree')}</dt>
                <dd>
                  <a href={pedigree.src}>
                    <bdi>{pedigree.name}</bdi>
                  </a>
                </dd>
              </div>
            )}
            <div>
              <dt>{t('entries.chip')}</dt>
              <dd>
                <bdi dir="ltr" className="num">
                  {pigeon.chip ?? '–'}
                </bdi>
              </dd>
            </div>
          </dl>
          <CorrectBird bird={pigeon} answer={actionData} />
          <Form method="post" className={`${form.form} ${styles.form}`} preventScrollReset>
            <StatusFields answer={actionData?.typed.intent ? undefined : actionData} of={pigeon} />
            <button type="submit" className={panel.button_primary}>
              {t('entries.change')}
            </button>
          </Form>
        </section>
        <PhotoPanel
          ring={pigeon.ring}
          photo={photo}
          changes={photo_changes}
          time_zone={loft.time_zone}
          answer={actionData}
        />
        {pigeon.health === 'unassigned' && pigeon.extra === null && <RaceOutside answer={actionData} />}
        {rights.length > 0 && (
          <Shares
            id="rights"
            shares={rights.map(({ to, ...one }) => ({ ...one, who: nameOf(to) ?? t('rights.unnamed') }))}
          />
        )}
        <RightsForms rights={rights} today={today} answer={actionData} />
        <WhichBird {...which} time_zone={loft.time_zone} answer={actionData} />
        <Corrections corrections={corrections} time_zone={loft.time_zone} />
        <PigeonHistory changes={changes} chips={chips} time_zone={loft.time_zone} />
      </div>
    </>
  );
}
