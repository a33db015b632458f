/** The rulings on a flight, the latest first, and the ways to a new one. */
import { takesRulings } from '#domain/flights/flight.ts';
import type { Ruling } from '#domain/rulings/contract.ts';
import { readRulings } from '#domain/rulings/contract.ts';
import { newRulingPath, rulingsPath } from '#web/lib/admin-paths.ts';
import { answersOfSeason } from '#web/lib/answers-of-season.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { idFrom } from '#web/lib/loader.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { noFrame } from '#web/shell/frame.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { Ring } from '#web/ui/Ring.tsx';
import { Moment } from '#web/ui/Times.tsx';
import type { Route } from './+types/RulingsPage.ts';
import { ChooseKind, NotOpen } from './Kinds.tsx';
import { RulingHead, RulingStateChip } from './RulingHead.tsx';
import styles from './rulings.module.css';

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const key = { season_id: idFrom(params.season_id), flight_id: idFrom(params.flight_id) };
  const call = context.get(callContext);
  const view = await answersOfSeason(call, key.season_id, () => call(readRulings, { params: key }));
  const head = pageHead({ context, params, pattern }, [t('ruling.title'), view.flight.name], view.loft.name);
  return { ...view, head };
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export const handle = { frame: noFrame };

export default function RulingsPage({ loaderData: { loft, season, flight, rulings } }: Route.ComponentProps) {
  const { t } = useTranslation();
  const isOpen = takesRulings(flight.status);
  return (
    <div className={styles.page}>
      <RulingHead flight={flight} season_id={season.id} title={t('ruling.title')}>
        {isOpen && (
          <Link className={panel.button} to={newRulingPath(season.id, flight.id)}>
            <Icon name="plus" />
            {t('ruling.new')}
          </Link>
        )}
      </RulingHead>
      <div className={styles.pair}>
        <section className={panel.panel} aria-labelledby="rulings">
          <div className={panel.head}>
            <h2 id="rulings">{t('ruling.title')}</h2>
            <small>{t('ruling.lead')}</small>
          </div>
          {rulings.length === 0 ? (
            <p className={styles.none}>{t('ruling.none')}</p>
          ) : (
            <ol className={styles.list}>
              {rulings.map((ruling) => (
                <Row
                  key={ruling.n}
                  ruling={ruling}
                  to={`${rulingsPath(season.id, flight.id)}/${ruling.n}`}
                  time_zone={loft.time_zone}
                />
              ))}
            </ol>
          )}
        </section>
        {isOpen ? <ChooseKind season_id={season.id} flight_id={flight.id} /> : <NotOpen />}
      </div>
    </div>
  );
}

function Row({ ruling, to, time_zone }: { ruling: Ruling; to: string; time_zone: string }) {
  const { t } = useTranslation();
  const { n, kind, state, withdrawn_by, reason, prepared_at, by, about } = ruling;
  return (
    <li>
      <div className={styles.what}>
        <Link to={to}>
          {t('ruling.number', { n })}: {t(`ruling.kind_${kind}`)}
        </Link>
        <p>
          {about.bird && (
            <>
              <Ring ring={about.bird.ring} />{' '}
            </>
          )}
          <bdi>{reason}</bdi>
        </p>
        <small>
          <bdi>{by}</bdi> · <Moment at_ms={Date.parse(prepared_at)} time_zone={time_zone} short />
        </small>
      </div>
      <RulingStateChip state={state} withdrawn_by={withdrawn_by} />
    </li>
  );
}
