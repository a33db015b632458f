/** Whether the reader can dispute the result of a flight: the page is the same for everybody, so the browser asks. */
import { useEffect, useState } from 'react';
import type { Flight } from '#domain/flights/contract.ts';
import { useRootData } from '#web/lib/root-data.ts';
import { send } from '#web/lib/send.ts';

interface OwnDisputes {
  /** They are signed in, and disputes are possible: the rest is known in a moment. */
  may_have: boolean;
  /** Nothing keeps the reader from another dispute now: a bird of theirs was basketed, and there is time. */
  can_dispute: boolean;
  /** They have disputed this result before. */
  has_own: boolean;
}

const none = { can_dispute: false, has_own: false };

/** What the reader may do and has done about the result of a flight; nothing until that is known, or for strangers. */
export function useOwnDisputes({ loft_id, id, disputes_until }: Flight): OwnDisputes {
  const reader = useRootData()?.reader ?? null;
  const asks = disputes_until !== null && reader !== null;
  const [own, setOwn] = useState(none);
  useEffect(() => {
    if (!asks) return;
    let isOver = false;
    const ask = async () => {
      // Few readers of a result can dispute it: the others do not load the contract.
      const { readOwnDisputes } = await import('#domain/disputes/contract.ts');
      const { refusal, disputes } = await send(readOwnDisputes, { params: { loft_id, flight_id: id } });
      if (!isOver) setOwn({ can_dispute: refusal === null, has_own: disputes.length > 0 });
    };
    // Without a network, or once the session has ended, nobody disputes.
    ask().catch(() => {});
    return () => {
      isOver = true;
    };
  }, [asks, loft_id, id]);
  return { may_have: asks, ...(asks ? own : none) };
}
