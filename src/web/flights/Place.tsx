/** Why a bird has its place: the answer in a sentence, then every step from the reading to the prize. */
import { tableFormats } from '#domain/table.ts';
import { certificatePath } from '#web/lib/further-paths.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { ownDisputesPath, placeFilePath, placePath } from '#web/lib/paths.ts';
import { rulingInLog, rulingTitle } from '#web/lib/ruling-words.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Flag } from '#web/ui/Flag.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { Ring } from '#web/ui/Ring.tsx';
import { Share } from '#web/ui/Share.tsx';
import { StepList } from '#web/ui/StepList.tsx';
import { Moment } from '#web/ui/Times.tsx';
import { useOwnDisputes } from './own-disputes.ts';
import styles from './place.module.css';
import type { PlaceData } from './place-loader.server.ts';
import { placeLead, placeSteps, prizeWords, whyNoPlace } from './place-steps.ts';

interface PlaceProps {
  data: PlaceData;
  /** The level of the heading is that of the page or of the panel. */
  heading: 'h1' | 'h2';
}

export function Place({ data, heading: Heading }: PlaceProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { flight, bird, place } = data;
  const isOpen = flight.status !== 'official';
  const { can_dispute } = useOwnDisputes(flight);
  const owner = [...new Set([bird.team, bird.fancier])].filter((name) => name !== null);
  return (
    <>
      <header className={styles.head}>
        {place && <bdi className={`num ${styles.rank}`}>{formatNumber(locale, place.rank)}</bdi>}
        <div className={styles.bird}>
          <Heading id="why">{t('place.why')}</Heading>
          <p>
            <Flag country={bird.country} width={20} /> <Ring ring={bird.ring} />
          </p>
          {owner.length > 0 && (
            <p className={styles.owner}>
              {owner.map((name) => (
                <bdi key={name}>{name}</bdi>
              ))}
            </p>
          )}
        </div>
        {place && (
          <p className={styles.lead}>
            {placeLead({ t, locale }, { flight, place })}
            {place.prize && (
              <>
                {' · '}
                <bdi className={isOpen ? styles.estimate : undefined}>{prizeWords({ t, locale }, place.prize)}</bdi>
              </>
            )}
          </p>
        )}
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be scrollable by keyboard */}
      <div className={styles.body} tabIndex={0}>
        {place ? <StepList steps={placeSteps({ t, locale }, { ...data, place })} /> : <WithoutPlace data={data} />}
      </div>
      {can_dispute && (
        <p className={styles.dispute}>
          <Link className={panel.button} to={ownDisputesPath(flight, bird.ring)}>
            <Icon name="note" />
            {t('dispute.do_place')}
          </Link>
        </p>
      )}
      {place && (
        <footer className={styles.foot}>
          <span>{t('place.as_file')}</span>
          {tableFormats.map((format) => (
            <a key={format} className={panel.button} href={placeFilePath(flight, bird.pigeon_id, format)} download>
              <Icon name="download" />
              {format.toUpperCase()}
            </a>
          ))}
          {!isOpen && (
            <a className={panel.button} href={certificatePath(flight, bird.pigeon_id)} download>
              <Icon name="trophy" />
              {t('certificate.title')}
            </a>
          )}
          <Share
            className={panel.button}
            title={`${bird.ring}, ${flight.name}`}
            path={placePath(flight, bird.pigeon_id)}
          />
        </footer>
      )}
    </>
  );
}

/** Why a bird has no place: each ruling that took it out, with the way to its entry in the log. */
function WithoutPlace({ data }: Pick<PlaceProps, 'data'>) {
  const { t } = useTranslation();
  const { flight, loft, late_at, taken_out_by } = data;
  return (
    <div className={styles.without}>
      <p>
        {t(whyNoPlace(data))} {late_at && <Moment at_ms={Date.parse(late_at)} time_zone={loft.time_zone} short />}
      </p>
      {taken_out_by.map(({ n, kind, reason }) => (
        <p key={n}>
          <Link to={rulingInLog(flight, n)}>{rulingTitle(t, n, kind)}</Link>
          <bdi>{reason}</bdi>
        </p>
      ))}
    </div>
  );
}
