/** The parameters of a call, or the fields of its reply, folded until somebody asks for them. */
import type { DescribedField } from '#domain/open-data/describe.ts';
import styles from './developers.module.css';

export function CallFields({ title, fields }: { title: string; fields: readonly DescribedField[] }) {
  return (
    <details className={styles.fields}>
      <summary>{title}</summary>
      <dl lang="en" dir="ltr">
        {fields.map(({ name, type, about }) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>
              <span>{type}</span>
              {about && ` ${about}`}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
