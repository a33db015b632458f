/** Who has a right in a bird, where its owner shows it: by shares, and by name only where the season names its team. */
import type { Loft } from '#domain/lofts/contract.ts';
import type { Bird } from '#domain/pigeons/contract.ts';
import type { Passport } from '#domain/pigeons/passport-contract.ts';
import { formatShare } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import panel from '#web/ui/panel.module.css';
import styles from './pigeon.module.css';

interface BirdRightsProps {
  rights: NonNullable<Passport['rights']>;
  pigeon: Bird;
  loft: Loft;
}

export function BirdRights({ rights, pigeon, loft }: BirdRightsProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const names = {
    team: pigeon.team ?? pigeon.fancier ?? t('passport.owner'),
    loft: loft.name,
    other: t('shares.other'),
  };
  return (
    <section className={panel.panel} aria-labelledby="rights">
      <div className={panel.head}>
        <h2 id="rights">{t('shares.title')}</h2>
        <small>{t('shares.lead')}</small>
      </div>
      <dl className={styles.rights}>
        {rights.map(({ holder, share_bp }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two holders who are not named can have equal shares
          <div key={i}>
            <dt>
              <bdi>{names[holder]}</bdi>
            </dt>
            <dd>
              <bdi className="num">{formatShare(locale, share_bp)}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
