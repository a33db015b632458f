/** The state of a bird's activation: word and sign, the bird it replaces, its number as a reserve. */
import type { Activation } from '#domain/activations/contract.ts';
import { ringParts } from '#domain/pigeons/ring.ts';
import { formatCalendarDay, formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import chip from '#web/ui/chip.module.css';
import { Icon, type IconName } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import styles from './activations.module.css';

const looks: Readonly<Record<Activation['state'], { icon: IconName; look: string | undefined }>> = {
  free: { icon: 'pause', look: chip.dashed },
  pending: { icon: 'hourglass', look: styles.wait },
  activated: { icon: 'check', look: chip.home },
};

/** The word for a state, in lists and files. */
export const stateWords = {
  free: 'pigeon_status.not_activated',
  pending: 'money.to_pay',
  activated: 'activations.activated',
} as const satisfies Record<Activation['state'], string>;

export function StateChip({ state }: Pick<Activation, 'state'>) {
  const { t } = useTranslation();
  const { icon, look } = looks[state];
  return (
    <span className={`${chip.chip} ${look}`}>
      <Icon name={icon} size={15} />
      {t(stateWords[state])}
    </span>
  );
}

/** The last day to pay the order of a bird's activation. */
export function PayBy({ order }: Pick<Activation, 'order'>) {
  const { t } = useTranslation();
  const { locale } = usePage();
  if (order?.cash) return <small>{t('money.to_approve')}</small>;
  if (!order?.to_pay) return null;
  return (
    <small suppressHydrationWarning>
      {t('order_admin.pay_by', { day: formatCalendarDay(locale, order.to_pay.last_day, 'short') })}
    </small>
  );
}

/** The order of a bird's activation, for its loft: number and last day to pay. */
export function OrderOf({ order, adminPath }: Pick<Activation, 'order'> & { adminPath: string }) {
  return (
    <>
      {order && (
        <small>
          <Link to={`${adminPath}/orders/${order.id}`}>
            <bdi dir="ltr" className="num">
              {order.number}
            </bdi>
          </Link>
        </small>
      )}
      <PayBy order={order} />
    </>
  );
}

/** The bird that a reserve replaces, by the digits of its ring; a reserve that replaces none flies in addition. */
export function Replaces({ replaces }: Pick<Activation, 'replaces'>) {
  const { t } = useTranslation();
  if (!replaces) return <span className={styles.quiet}>{t('activations.in_addition')}</span>;
  return (
    <span className={styles.quiet}>
      <bdi dir="ltr" className="num">
        {ringParts(replaces.ring).digits}
      </bdi>{' '}
      {t(`pigeon_status.${replaces.health}`)}
    </span>
  );
}

/** The number of a bird among the reserves of its order. */
export function ReserveNumber({ reserve }: Pick<Activation, 'reserve'>) {
  const { t } = useTranslation();
  const { locale } = usePage();
  if (reserve === null) return null;
  return <small>{t('activations.reserve_n', { n: formatNumber(locale, reserve) })}</small>;
}
