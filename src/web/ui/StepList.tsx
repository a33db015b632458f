/** How a place came about: a ladder of steps (mocks 18 and 18b). Solid is settled, dashed can still change. */
import { partAfter, type Step } from '#web/lib/steps.ts';
import { Icon } from './Icon.tsx';
import { Link } from './Link.tsx';
import styles from './step-list.module.css';

export function StepList({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className={styles.steps}>
      {steps.map((step) => (
        <StepRow key={step.key} step={step} />
      ))}
    </ol>
  );
}

function StepRow({ step: { is_sum, is_open, title, value, details, rule } }: { step: Step }) {
  const looks = [is_sum && styles.sum, is_open && styles.open].filter(Boolean).join(' ');
  const [whole, ms] = split(value);
  return (
    <li className={looks || undefined}>
      <i aria-hidden="true">{is_sum && <Icon name="equals" size={15} />}</i>
      <b>
        <bdi>{title}</bdi>
      </b>
      <bdi className={`num ${styles.value}`}>
        {whole}
        {ms && <span className={styles.ms}>{ms}</span>}
      </bdi>
      <small>
        {details.map((detail, index) => (
          <span key={detail}>
            {index > 0 && partAfter(details[index - 1]!)}
            <bdi>{detail}</bdi>
          </span>
        ))}{' '}
        {rule && <Link to={rule.to}>{rule.name}</Link>}
      </small>
    </li>
  );
}

/** Milliseconds of a time of day or of a duration are dimmed. */
function split(value: string): [whole: string, ms: string | undefined] {
  const found = /^(\d+:\d\d:\d\d)(\.\d{3})$/.exec(value);
  return found ? [found[1]!, found[2]] : [value, undefined];
}
